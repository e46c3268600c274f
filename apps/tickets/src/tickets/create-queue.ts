import { isConnectionFailure } from '@parley/persistence';
import type { TicketInsert } from './ticket.insert.store';

/** Most tickets of one statement. */
const MAX_BATCH = 64;
/** Most characters of ticket JSON in one statement beyond its first ticket. */
const MAX_BATCH_CHARACTERS = 1_000_000;

/** Inserts tickets; those of one project that arrive while a statement runs go together in the next. */
export interface CreateQueue {
  /** Resolves with the running number when the ticket is durable. */
  insert(ticket: TicketInsert): Promise<number>;
}

/** Inserts tickets of one project, all or none. */
export type InsertTickets = (projectId: string, tickets: readonly TicketInsert[]) => Promise<number[]>;

interface Waiting {
  ticket: TicketInsert;
  resolve(number: number): void;
  reject(error: unknown): void;
}

const takeBatch = (waiting: Waiting[]): Waiting[] => {
  let characters = 0;
  let size = 0;
  for (const { ticket } of waiting) {
    for (const [, , , , payload] of ticket.events) characters += payload.length;
    if (size === MAX_BATCH || (size > 0 && characters > MAX_BATCH_CHARACTERS)) break;
    size += 1;
  }
  return waiting.splice(0, size);
};

/**
 * The row with a project's running number is locked until its transaction is durable, so creates of one project wait
 * for each other however many connections there are. Sending them together makes the wait shared instead of summed; a
 * ticket that arrives alone is sent at once.
 */
export const createCreateQueue = (insertTickets: InsertTickets): CreateQueue => {
  const queues = new Map<string, Waiting[]>();

  const send = async (projectId: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const numbers = await insertTickets(
        projectId,
        batch.map(({ ticket }) => ticket),
      );
      batch.forEach(({ resolve }, index) => resolve(numbers[index] ?? 0));
    } catch (error) {
      // Whether it was written is not known when the connection broke, so it is not written again.
      if (batch.length === 1 || isConnectionFailure(error))
        return batch.forEach(({ reject }) => reject(error));
      // One bad ticket must not fail its neighbours.
      for (const one of batch) await send(projectId, [one]);
    }
  };

  const drain = async (projectId: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await send(projectId, takeBatch(queue));
    queues.delete(projectId);
  };

  return {
    insert: (ticket) =>
      new Promise((resolve, reject) => {
        const { projectId } = ticket.row;
        const queue = queues.get(projectId);
        const waiting = { ticket, resolve, reject };
        if (queue) return void queue.push(waiting);
        const fresh = [waiting];
        queues.set(projectId, fresh);
        void drain(projectId, fresh);
      }),
  };
};
