import { unauthenticated } from '@parley/errors';
import type { CallContext } from '@parley/rpc';

/** Who of the team calls: a person or a service account. 401 for any other. */
export const requireCaller = ({ scope: { actor } }: CallContext): { id: string } => {
  if (actor.type === 'user' || actor.type === 'service') return actor;
  throw unauthenticated('INVALID_TOKEN', 'This operation needs the token of a dashboard user.');
};
