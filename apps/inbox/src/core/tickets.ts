import type { Ticket, TicketsUpdateBody } from '@parley/client';
import { type Signal, signal } from '@preact/signals';
import { current } from './session';
import { say } from './texts';
import { tellFailure } from './toasts';

const known = new Map<string, Signal<Ticket | undefined>>();

/** A ticket as it is known here; undefined until it was read. */
export const findTicket = (id: string): Signal<Ticket | undefined> => {
  const found = known.get(id) ?? signal<Ticket | undefined>(undefined);
  known.set(id, found);
  return found;
};

/** The title of a ticket, else its number. */
export const toTitle = ({ title, bugId }: Pick<Ticket, 'title' | 'bugId'>): string =>
  title ?? say('ticket.untitled', { number: bugId });

/**
 * Stores tickets from answers and events. An event has no marks of this person, so those stay; a document that is older than the known
 * one came late.
 */
export const learn = (tickets: readonly Ticket[]): void => {
  for (const ticket of tickets) {
    const place = findTicket(ticket.id);
    const { value } = place;
    if (value && Date.parse(ticket.updatedAt ?? '') < Date.parse(value.updatedAt ?? '')) continue;
    place.value = { ...ticket, unreadForMe: ticket.unreadForMe ?? value?.unreadForMe };
  }
};

/** Forgets a ticket that is gone. */
export const unlearn = (id: string): void => {
  findTicket(id).value = undefined;
};

/** Reads a ticket. */
export const readTicket = async (id: string): Promise<Ticket> => {
  const ticket = await current().parley.tickets.get(id);
  learn([ticket]);
  return ticket;
};

const BEFORE_REREAD_MS = 150;
/** Most ids of one request: they are in its address. */
const REREAD_AT_ONCE = 100;
const due = new Set<string>();

const rereadDue = async (): Promise<void> => {
  const ids = [...due];
  due.clear();
  for (let from = 0; from < ids.length; from += REREAD_AT_ONCE) {
    const some = ids.slice(from, from + REREAD_AT_ONCE);
    const { tickets } = await current().parley.tickets.list({
      id: some,
      ignoreArchived: false,
      limit: some.length,
    });
    learn(tickets);
  }
};

/** Reads tickets again that something happened to, those of a moment together. One that was never read shows nowhere. */
export const reread = (id: string): void => {
  if (known.get(id)?.peek() === undefined) return;
  // The next event reads it again.
  if (due.size === 0) setTimeout(() => void rereadDue().catch(() => undefined), BEFORE_REREAD_MS);
  due.add(id);
};

/** The events of a change arrive within this time. */
const CHANGED_MS = 10_000;
/** When this window changed a ticket, by its id. */
const changedAt = new Map<string, number>();

/** Whether this window has just changed a ticket: an own change needs no notice. */
export const isChangedHere = (id: string): boolean => Date.now() - (changedAt.get(id) ?? 0) < CHANGED_MS;

/** Notes tickets that this window changes. */
export const noteChanged = (ids: readonly string[]): void => {
  const now = Date.now();
  for (const [id, at] of changedAt) if (now - at > CHANGED_MS) changedAt.delete(id);
  for (const id of ids) changedAt.set(id, now);
};

/**
 * Shows a change at once, and makes it. A refused change is undone, and its reason is shown.
 * @param make The request; its answer is the ticket.
 * @returns Whether it was made.
 */
export const change = async (
  id: string,
  shown: Partial<Ticket>,
  make: () => Promise<Ticket>,
): Promise<boolean> => {
  noteChanged([id]);
  const place = findTicket(id);
  const before = place.value;
  if (before) place.value = { ...before, ...shown };
  try {
    learn([await make()]);
    return true;
  } catch (error) {
    if (place.value) place.value = before;
    tellFailure(error);
    return false;
  }
};

/** {@link change} by an update of fields. */
export const update = (id: string, input: TicketsUpdateBody, shown: Partial<Ticket>): Promise<boolean> =>
  change(id, shown, () => current().parley.tickets.update(id, input));
