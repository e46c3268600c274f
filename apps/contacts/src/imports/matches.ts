import type { ContactRow } from '../contacts';
import { type ImportEntry, findKey } from './import-entry';

/** A contact while an import works on it. */
export interface Slot {
  row: ContactRow;
}

const isMoreRecent = (one: ContactRow, other: ContactRow): boolean =>
  one.lastActivity.getTime() === other.lastActivity.getTime()
    ? one.id > other.id
    : one.lastActivity > other.lastActivity;

/** The contacts that the entries of one round meet. */
export interface Matches<S extends Slot> {
  find(entry: ImportEntry): S | undefined;
  /** Whether the entry's address belongs to another contact than the stored one, which only the database knows. */
  isUncertain(entry: ImportEntry): boolean;
  add(slot: S): void;
  /** Notes that a contact's address changed from `before`. */
  moved(slot: S, before: string | null): void;
}

/** Of several contacts with an address the most recently active one is meant, as everywhere. */
export const createMatches = <S extends Slot>(slots: readonly S[]): Matches<S> => {
  const byUserId = new Map<string, S>();
  const byEmail = new Map<string, S>();
  const uncertain = new Set<string>();

  const offer = (slot: S): void => {
    const { email } = slot.row;
    if (email === null) return;
    const known = byEmail.get(email);
    if (!known || isMoreRecent(slot.row, known.row)) byEmail.set(email, slot);
  };
  const add = (slot: S): void => {
    if (slot.row.userId !== null) byUserId.set(slot.row.userId, slot);
    offer(slot);
  };
  slots.forEach(add);

  return {
    find: (entry) => {
      const key = findKey(entry);
      return key && (key.by === 'userId' ? byUserId : byEmail).get(key.value);
    },
    isUncertain: (entry) => {
      const key = findKey(entry);
      return key?.by === 'email' && uncertain.has(key.value);
    },
    add,
    moved: (slot, before) => {
      if (before === slot.row.email) return;
      if (before !== null && byEmail.get(before) === slot) {
        byEmail.delete(before);
        uncertain.add(before);
      }
      offer(slot);
    },
  };
};
