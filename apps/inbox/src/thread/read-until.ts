import type { Message } from '@parley/client';
import { current } from '../core';

const STORED = 'parley-inbox-read';
/** Tickets of which this browser remembers the last message that was read. */
const KEPT = 300;

const readStored = (): [string, number][] => {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
};

/** Remembers up to which message this browser showed a ticket: the API says only whether something is unread. */
export const noteRead = (ticketId: string, index: number): void => {
  const others = readStored().filter(([id]) => id !== ticketId);
  localStorage.setItem(STORED, JSON.stringify([...others, [ticketId, index]].slice(-KEPT)));
};

/** The first unread message of an unread ticket: of others, after what this browser showed; else after the team's latest message. */
export const findFirstUnread = (ticketId: string, messages: readonly Message[]): string | undefined => {
  const stored = readStored().find(([id]) => id === ticketId)?.[1];
  const me = current().user.id;
  const lastOfTeam = messages.findLast(({ user, isNote }) => user && !isNote)?.index ?? 0;
  const readUntil = stored ?? lastOfTeam;
  return messages.find(({ index, user }) => index > readUntil && user?.id !== me)?.id;
};
