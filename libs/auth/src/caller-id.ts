import type { Actor } from './scope';

/** The identifier of the actor; empty for actors without one. */
export const callerId = (actor: Actor): string => ('id' in actor ? actor.id : '');
