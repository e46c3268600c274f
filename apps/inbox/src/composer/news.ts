import type { Message } from '@parley/client';
import { signal } from '@preact/signals';
import { current, findThread } from '../core';

/** The number of the latest message when the writing began, by ticket. */
const begun = new Map<string, number>();

/** The notice of messages that others wrote since the writing began; `upTo` is the latest that was shown. */
export const shown = signal<{ ticketId: string; upTo: number; send: () => void } | undefined>(undefined);

const latestOf = (ticketId: string): number | undefined =>
  findThread(ticketId).peek()?.messages.at(-1)?.index;

/** Notes that the writing begins, unless it has. */
export const noteBegun = (ticketId: string): void => {
  const latest = latestOf(ticketId);
  if (!begun.has(ticketId) && latest !== undefined) begun.set(ticketId, latest);
};

/** Notes that the field is empty. */
export const forgetBegun = (ticketId: string): void => {
  begun.delete(ticketId);
  if (shown.peek()?.ticketId === ticketId) shown.value = undefined;
};

/** Messages of others since the writing began. */
export const listNews = (ticketId: string): Message[] => {
  const since = begun.get(ticketId);
  const me = current().user.id;
  if (since === undefined) return [];
  return (findThread(ticketId).value?.messages ?? []).filter(
    ({ index, type, user, session }) =>
      index > since && type !== 'SYSTEM' && (user ? user.id !== me : session !== undefined),
  );
};

/** Whether there are messages that the writer was not asked about. They show in the composer then. */
export const asksFirst = (ticketId: string, send: () => void): boolean => {
  const upTo = listNews(ticketId).at(-1)?.index;
  const before = shown.peek();
  if (upTo === undefined || (before?.ticketId === ticketId && before.upTo >= upTo)) return false;
  shown.value = { ticketId, upTo, send };
  return true;
};
