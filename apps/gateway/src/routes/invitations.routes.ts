import { InvitationsServiceDefinition as invitations } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { operation } from '../rest';

export const invitationOperations = [
  operation('invitations.list-mine', 'GET /invitations', invitations, 'listMyInvitations', {
    surface: 'account',
    page: { default: 1000, max: 1000 },
    out: 'invitations',
  }),
  operation('invitations.answer', 'PUT /invitations/{invitationId}', invitations, 'answerInvitation', {
    surface: 'account',
    out: 'answered',
    exists: 'checkInvitation',
    errors: [
      'INVITATION_EMAIL_MISMATCH',
      'INVITATION_EMAIL_UNCONFIRMED',
      'INVITATION_ALREADY_MEMBER',
      'INVITATION_EXPIRED',
      'INVITATION_TARGET_GONE',
    ],
  }),
  operation('invitations.delete', 'DELETE /invitations/{invitationId}', invitations, 'deleteInvitation', {
    surface: 'account',
    out: 'deleted',
  }),
  operation(
    'invitations.update-role',
    'PUT /invitations/{invitationId}/role',
    invitations,
    'updateInvitationRole',
    {
      permission: 'INVITATION_UPDATE',
      out: 'invitation',
      exists: 'checkInvitation',
    },
  ),
  operation(
    'invitations.list-organisation',
    'GET /invitations/organisations/{organisationId}',
    invitations,
    'listOrganisationInvitations',
    {
      surface: 'account',
      page: { default: 1000, max: 1000 },
      out: 'invitations',
    },
  ),
  operation(
    'invitations.invite-organisation',
    'POST /invitations/organisations/{organisationId}',
    invitations,
    'inviteToOrganisation',
    {
      surface: 'account',
      out: 'skipped',
      errors: ['EMAIL_UNCONFIRMED'],
    },
  ),
  operation('invitations.list-project', 'GET /invitations/projects', invitations, 'listProjectInvitations', {
    permission: 'INVITATION_FIND',
    page: { default: 1000, max: 1000 },
    out: 'invitations',
  }),
  operation('invitations.invite-project', 'POST /invitations/projects', invitations, 'inviteToProject', {
    permission: 'INVITATION_CREATE',
    out: 'skipped',
  }),
];
