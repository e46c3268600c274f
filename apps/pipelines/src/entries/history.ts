import type { Actor } from '@parley/auth';

/** Who changed an entry, as the history keeps it; names of people are looked up when it is read. */
export interface HistoryActor {
  type: string;
  id?: string;
  name?: string;
  email?: string;
}

/** One change of an entry; a missing side means that there was nothing. */
export interface HistoryChange {
  /** Public name. */
  field: string;
  /** Of a value the id of its field. */
  valueFieldId?: string;
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
    case 'system':
    case 'anonymous':
      return { type: 'system', name: 'name' in actor ? actor.name : actor.type };
  }
};
