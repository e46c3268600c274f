import type { ContactPatch, ContactRow } from '../contacts';

/** A contact that an import brings. */
export interface ImportEntry {
  userId: string | null;
  /** Lower-case. */
  email: string | null;
  /** Its changes of the contact it meets, or of a new one. */
  patchFor(stored: ContactRow | undefined): ContactPatch;
}

/** The key of an entry: its `userId` alone when it has one, else its address; undefined when it has neither. */
export const findKey = ({
  userId,
  email,
}: Pick<ImportEntry, 'userId' | 'email'>): { by: 'userId' | 'email'; value: string } | undefined => {
  if (userId !== null) return { by: 'userId', value: userId };
  return email === null ? undefined : { by: 'email', value: email };
};

/** The keys of entries, each once. */
export const collectKeys = (entries: readonly ImportEntry[]): { userIds: string[]; emails: string[] } => {
  const userIds = new Set<string>();
  const emails = new Set<string>();
  for (const entry of entries) {
    const key = findKey(entry);
    if (key) (key.by === 'userId' ? userIds : emails).add(key.value);
  }
  return { userIds: [...userIds], emails: [...emails] };
};

/** What became of an entry. */
export interface Imported {
  id: string;
  created: boolean;
}
