import { type Operation } from '../rest/operation';
import { invitationOperations } from './invitations.routes';
import { messageOperations } from './messages.routes';
import { organisationOperations } from './organisations.routes';
import { projectMemberOperations } from './project-members.routes';
import { projectOperations } from './projects.routes';
import { serviceAccountOperations } from './service-accounts.routes';
import { sessionOperations } from './sessions.routes';
import { teamOperations } from './teams.routes';
import { ticketOperations } from './tickets.routes';
import { userOperations } from './users.routes';

/** Every public operation. */
export const operations: readonly Operation[] = [
  ...userOperations,
  ...organisationOperations,
  ...projectOperations,
  ...projectMemberOperations,
  ...invitationOperations,
  ...teamOperations,
  ...serviceAccountOperations,
  ...sessionOperations,
  ...ticketOperations,
  ...messageOperations,
];
