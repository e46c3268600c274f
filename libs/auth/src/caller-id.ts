import { type Actor } from './scope';

/** The identifier of whoever acts; empty for those that have none. */
export const callerId = (actor: Actor): string => ('id' in actor ? actor.id : '');
