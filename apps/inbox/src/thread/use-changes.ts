import type { Ticket, TicketHistoryEntry } from '@parley/client';
import { useEffect, useState } from 'preact/hooks';
import { current, describeChange } from '../core';

/** A change of the ticket in one line. */
export interface Change {
  at: string;
  text: string;
}

/** Most changes that show in a thread: the latest. */
const SHOWN = 100;

/** Milliseconds in which several updates are one request. */
const WAIT_MS = 200;

/** The changes of a ticket as lines, oldest first. */
export const useChanges = (ticket: Ticket | undefined): readonly Change[] => {
  const [entries, setEntries] = useState<readonly TicketHistoryEntry[]>([]);
  const id = ticket?.id;
  // A change that only shows so far does not set it: the platform has the history after its answer.
  const updatedAt = ticket?.updatedAt;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isLate = false;
    const read = async (): Promise<void> => {
      const found = await current().parley.tickets.history(id, { sort: '-at', limit: SHOWN });
      if (!isLate) setEntries(found.toReversed());
    };
    // Without an answer the messages show without these lines.
    const timer = setTimeout(() => void read().catch(() => undefined), WAIT_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [id, updatedAt]);
  return entries.flatMap((entry) => {
    const text = describeChange(entry);
    return text === undefined || entry.at === undefined ? [] : [{ at: entry.at, text }];
  });
};
