import type { Actor } from '@parley/auth';
import type { CallContext } from '@parley/rpc';

/** The user or service account that acts; undefined for anybody else. */
export const callerId = (actor: Actor): string | undefined =>
  actor.type === 'user' || actor.type === 'service' ? actor.id : undefined;

/** The person who calls; null for all others. */
export const personId = ({ scope }: Pick<CallContext, 'scope'>): string | null =>
  scope?.actor.type === 'user' ? scope.actor.id : null;
