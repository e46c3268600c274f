import type { Actor } from '@parley/auth';

/** The user or service account that acts; undefined for anybody else. */
export const callerId = (actor: Actor): string | undefined =>
  actor.type === 'user' || actor.type === 'service' ? actor.id : undefined;
