import { type Api, ok } from './api';

const MINUTE = 60_000;

/** Most tickets of one call. */
const CALL = 500;

const iso = (at: number): string => new Date(at).toISOString();

/** A ticket of another system: a question, an answer some minutes later, every fourth one closed. */
export interface ImportedTicket {
  externalId: string;
  wait: number;
  isClosed: boolean;
  body: object;
}

/** Tickets from `start` on, one every ten minutes; each waits from 1 to 41 minutes for its answer. */
export const ticketsToImport = (prefix: string, start: number, count: number): ImportedTicket[] =>
  Array.from({ length: count }, (_, index) => {
    const at = start + index * 10 * MINUTE;
    const wait = ((index * 7) % 41) + 1;
    const isClosed = index % 4 === 0;
    const externalId = `${prefix}-${index}`;
    return {
      externalId,
      wait,
      isClosed,
      body: {
        externalId,
        createdAt: iso(at),
        title: externalId,
        email: `contact-${index % 5}@customer.example`,
        events: [
          { at: iso(at), kind: 'message', from: 'contact', comment: 'Help' },
          { at: iso(at + wait * MINUTE), kind: 'message', from: 'user', comment: 'Here' },
          ...(isClosed ? [{ at: iso(at + 100 * MINUTE), kind: 'status', status: 'DONE' }] : []),
        ],
      },
    };
  });

/** Imports tickets, as many calls as it takes. */
export const importTickets = async (api: Api, tickets: readonly ImportedTicket[]): Promise<void> => {
  for (let from = 0; from < tickets.length; from += CALL)
    ok(
      await api.call('POST', '/tickets/importer', {
        tickets: tickets.slice(from, from + CALL).map(({ body }) => body),
      }),
    );
};

/** The median wait of tickets in seconds, as people find it. */
export const medianWait = (tickets: readonly ImportedTicket[]): number => {
  const ordered = tickets.map(({ wait }) => wait * 60).sort((a, b) => a - b);
  const middle = [ordered[Math.floor((ordered.length - 1) / 2)], ordered[Math.floor(ordered.length / 2)]];
  return middle.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 2;
};
