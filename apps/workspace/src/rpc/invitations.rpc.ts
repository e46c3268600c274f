import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { answerInvitation } from '../invitations/answer-invitation';
import { checkInvitation } from '../invitations/check-invitation';
import { deleteInvitation } from '../invitations/delete-invitation';
import { inviteToOrganisation } from '../invitations/invite-to-organisation';
import { inviteToProject } from '../invitations/invite-to-project';
import { listMyInvitations } from '../invitations/list-my-invitations';
import { listOrganisationInvitations } from '../invitations/list-organisation-invitations';
import { listProjectInvitations } from '../invitations/list-project-invitations';
import { updateInvitationRole } from '../invitations/update-invitation-role';

const { methods } = InvitationsServiceDefinition;

export const invitationsRpc = (deps: Deps): ServiceImplementation =>
  implement(InvitationsServiceDefinition, {
    listMyInvitations: (request, context) => listMyInvitations(deps, request, context),
    answerInvitation: (request, context) => answerInvitation(deps, request, context),
    deleteInvitation: (request, context) => deleteInvitation(deps, request, context),
    updateInvitationRole: (request, context) => updateInvitationRole(deps, request, context),
    listOrganisationInvitations: (request, context) => listOrganisationInvitations(deps, request, context),
    inviteToOrganisation: deps.effects.once(methods.inviteToOrganisation, (request, context) =>
      inviteToOrganisation(deps, request, context),
    ),
    listProjectInvitations: (request, context) => listProjectInvitations(deps, request, context),
    inviteToProject: deps.effects.once(methods.inviteToProject, (request, context) =>
      inviteToProject(deps, request, context),
    ),
    checkInvitation: (request, context) => checkInvitation(deps, request, context),
  });
