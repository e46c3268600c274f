import { gather } from '@parley/persistence';
import type { TicketView } from './ticket';

/** Names a ticket. */
export interface TicketKey {
  projectId: string;
  id: string;
}

/** Reads tickets by id, as they are when the statement runs, which is after they were asked for. */
export interface ReadQueue {
  read(key: TicketKey): Promise<TicketView | undefined>;
}

/** Reads those of the tickets that exist, in any order. */
export type ReadTickets = (keys: readonly TicketKey[]) => Promise<TicketView[]>;

const makeKey = ({ projectId, id }: TicketKey): string => `${projectId}/${id}`;

/** Reads tickets; those that are asked for while others are on their way go together. */
export const createReadQueue = (readTickets: ReadTickets): ReadQueue => ({
  read: gather<TicketKey, TicketView | undefined>(
    async (keys) => {
      const found = new Map((await readTickets(keys)).map((row) => [makeKey(row), row]));
      return keys.map((key) => found.get(makeKey(key)));
    },
    { maxBatch: 64, atATime: 2 },
  ),
});
