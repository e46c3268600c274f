import { gather } from '@parley/persistence';
import type { TicketView } from './ticket';

/** Names a ticket, and the person of the team who asks for it; null for others, who have no readings. */
export interface TicketKey {
  projectId: string;
  id: string;
  userId: string | null;
}

/** A ticket, and whether it is unread for the person who asks; null without one. */
export type TicketReading = TicketView & { isUnread: boolean | null };

/** Reads tickets by id, as they are when the statement runs, which is after they were asked for. */
export interface ReadQueue {
  read(key: TicketKey): Promise<TicketReading | undefined>;
}

/** Reads tickets in the order of their keys; undefined for those that do not exist. */
export type ReadTickets = (keys: readonly TicketKey[]) => Promise<(TicketReading | undefined)[]>;

/** Reads tickets; those that are asked for while others are on their way go together. */
export const createReadQueue = (readTickets: ReadTickets): ReadQueue => ({
  read: gather<TicketKey, TicketReading | undefined>(readTickets, { maxBatch: 64, atATime: 2 }),
});
