import { type EventRow, eventRow } from '@parley/events';

/** What happened to the memory of which contact. */
export interface MemoryChange {
  projectId: string;
  contactId: string;
  /** The entry; undefined when it was all of them. */
  name?: string;
  /** How many entries the contact has now. */
  entries: number;
}

const memoryEvent = (
  verb: string,
  { projectId, contactId, name, entries }: MemoryChange,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: `contacts.v1.memory.${verb}`,
    projectId,
    aggregateId: contactId,
    payload: { contactId, name, entries },
    headers,
  });

/** `contacts.v1.memory.saved`. */
export const memorySaved = (change: MemoryChange, headers: Record<string, string>): EventRow =>
  memoryEvent('saved', change, headers);

/** `contacts.v1.memory.deleted`. */
export const memoryDeleted = (change: MemoryChange, headers: Record<string, string>): EventRow =>
  memoryEvent('deleted', change, headers);

/** `contacts.v1.memory.cleared`. */
export const memoryCleared = (change: MemoryChange, headers: Record<string, string>): EventRow =>
  memoryEvent('cleared', change, headers);
