import type { Message } from '@parley/client';
import { type Signal, signal } from '@preact/signals';
import { current } from './session';

/** A conversation as far as it was read: its messages, oldest first. */
export interface Thread {
  messages: readonly Message[];
  /** Whether there are older ones. */
  hasMore: boolean;
}

const PAGE = 50;
/** Most conversations that are kept. */
const KEPT = 50;
const known = new Map<string, Signal<Thread | undefined>>();
/** Those that may have missed messages: the next reading replaces them. */
const stale = new Set<string>();

/** The thread of a ticket; undefined until it was read. */
export const findThread = (ticketId: string): Signal<Thread | undefined> => {
  const found = known.get(ticketId) ?? signal<Thread | undefined>(undefined);
  // The one used last is the last one.
  known.delete(ticketId);
  known.set(ticketId, found);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return found;
};

const merge = (older: readonly Message[], newer: readonly Message[]): Message[] => {
  const byId = new Map(older.map((message) => [message.id, message]));
  for (const message of newer) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.index - b.index || a.id.localeCompare(b.id));
};

const readPage = async (ticketId: string, before?: string): Promise<Message[]> => {
  const answer = await current().parley.messages.find({
    ticket: [ticketId],
    sort: '-index',
    limit: PAGE,
    isReply: false,
    ...(before !== undefined && { before }),
  });
  return answer as Message[];
};

/** Reads the newest messages, and keeps the older ones that are known. */
export const readThread = async (ticketId: string): Promise<void> => {
  const page = await readPage(ticketId);
  const place = findThread(ticketId);
  const { value } = place;
  const [oldest] = page.toReversed();
  // With a gap between them, the older messages are dropped: they are read again when they are asked for.
  const isJoined =
    !stale.delete(ticketId) &&
    value?.messages.some(({ id }) => page.some((message) => message.id === id)) === true;
  const kept = isJoined && oldest ? (value?.messages.filter(({ index }) => index < oldest.index) ?? []) : [];
  place.value = {
    messages: merge(kept, page),
    hasMore: isJoined ? (value?.hasMore ?? false) : page.length === PAGE,
  };
};

/** Reads older messages. */
export const readOlder = async (ticketId: string): Promise<void> => {
  const place = findThread(ticketId);
  const [first] = place.value?.messages ?? [];
  if (!place.value || !first) return;
  const page = await readPage(ticketId, first.id);
  place.value = { messages: merge(page, place.value.messages), hasMore: page.length === PAGE };
};

/** Notes a message that was written or changed. */
export const learnMessage = (message: Message): void => {
  const place = known.get(message.ticket);
  if (place?.value && !message.isReply)
    place.value = { ...place.value, messages: merge(place.value.messages, [message]) };
};

/** Forgets a message that is gone. */
export const unlearnMessage = (ticketId: string, messageId: string): void => {
  const place = known.get(ticketId);
  if (place?.value)
    place.value = { ...place.value, messages: place.value.messages.filter(({ id }) => id !== messageId) };
};

/** Notes that all threads but one may have missed messages. They show until they are read again, also without a connection. */
export const noteStale = (butOf: string | undefined): void => {
  for (const ticketId of known.keys()) if (ticketId !== butOf) stale.add(ticketId);
};
