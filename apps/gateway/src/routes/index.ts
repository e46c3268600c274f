import { type Operation } from '../rest/operation';
import { messageOperations } from './messages.routes';
import { organisationOperations } from './organisations.routes';
import { projectOperations } from './projects.routes';
import { serviceAccountOperations } from './service-accounts.routes';
import { sessionOperations } from './sessions.routes';
import { ticketOperations } from './tickets.routes';
import { userOperations } from './users.routes';

/** Every public operation. */
export const operations: readonly Operation[] = [
  ...userOperations,
  ...organisationOperations,
  ...projectOperations,
  ...serviceAccountOperations,
  ...sessionOperations,
  ...ticketOperations,
  ...messageOperations,
];
