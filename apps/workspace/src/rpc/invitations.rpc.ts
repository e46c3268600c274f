import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  answerInvitation,
  checkInvitation,
  deleteInvitation,
  inviteToOrganisation,
  inviteToProject,
  listMyInvitations,
  listOrganisationInvitations,
  listProjectInvitations,
  updateInvitationRole,
} from '../invitations';

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
