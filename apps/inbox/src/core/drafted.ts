import { signal } from '@preact/signals';
import { current } from './session';
import { notifyWindows, onWindow } from './windows';

/** Tickets in which this person has a draft. */
export const drafted = signal<ReadonlySet<string>>(new Set());

/** Counts changes: an answer from before one is old. */
let changes = 0;

const set = (ticketId: string, isThere: boolean): void => {
  changes += 1;
  const next = new Set(drafted.value);
  if (isThere) next.add(ticketId);
  else next.delete(ticketId);
  drafted.value = next;
};

/** Notes that a draft exists, or that it was deleted; other windows show it too. */
export const noteDrafted = (ticketId: string, isThere: boolean): void => {
  if (drafted.value.has(ticketId) === isThere) return;
  set(ticketId, isThere);
  notifyWindows({ kind: isThere ? 'drafted' : 'undrafted', ticketId });
};

/** Reads them again. */
export const readDrafted = async (): Promise<void> => {
  const before = changes;
  const { ticketIds } = await current().parley.tickets.drafted();
  if (before === changes) drafted.value = new Set(ticketIds);
};

onWindow('drafted', (ticketId) => set(ticketId, true));
onWindow('undrafted', (ticketId) => set(ticketId, false));
