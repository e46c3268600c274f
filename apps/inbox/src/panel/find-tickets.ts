import type { Ticket } from '@parley/client';
import { current } from '../core';

/** The number in `#12` or `12`. */
const readNumber = (typed: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(typed.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** The ticket with a running number. */
export const findByNumber = async (typed: string): Promise<Ticket | undefined> => {
  const bugId = readNumber(typed);
  if (bugId === undefined) return undefined;
  const { tickets } = await current().parley.tickets.list({
    bugId: [bugId],
    ignoreArchived: false,
    limit: 1,
  });
  return tickets[0];
};

/** Tickets by their number, or by words in them. */
export const findTickets = async (typed: string): Promise<readonly Ticket[]> => {
  const found = await findByNumber(typed);
  if (found || typed.trim() === '') return found ? [found] : [];
  return (await current().parley.tickets.search({ searchTerm: typed.trim() })).hits;
};
