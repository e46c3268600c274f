import type { Actor } from '@parley/auth';

/** Who changed something, as the history keeps it; names are looked up when it is read. */
export interface HistoryActor {
  type: Actor['type'] | 'workflow' | 'agent';
  id?: string;
  name?: string;
  email?: string;
}

/** One change of one field; a missing side means the field was absent. */
export interface HistoryEntry {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** The history's record of an actor. */
export const historyActor = (actor: Actor): HistoryActor => {
  switch (actor.type) {
    case 'user':
      return { type: 'user', id: actor.id, email: actor.email };
    case 'service':
      return { type: 'service', id: actor.id, name: actor.name };
    case 'contact':
      return { type: 'contact', id: actor.id };
    case 'system':
      return { type: 'system', name: actor.name };
    case 'anonymous':
      return { type: 'anonymous' };
  }
};
