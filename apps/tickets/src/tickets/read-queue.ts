import DataLoader from 'dataloader';
import { type TicketView } from './ticket';

/** Most tickets of one statement. */
const MAX_BATCH = 64;
/** Statements that may run at a time; what is asked for meanwhile goes together in the next. */
const AT_A_TIME = 2;

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

const textOf = ({ projectId, id }: TicketKey): string => `${projectId}/${id}`;

/**
 * Most of what reading a ticket costs is the way to the database and back, so readers that come while others are on
 * their way share the next one. A reader that comes alone goes at once.
 */
export const createReadQueue = (readTickets: ReadTickets): ReadQueue => {
  const held: (() => void)[] = [];
  let running = 0;

  const start = (dispatch: () => void): void => {
    running += 1;
    // The loader adds the reader to the batch after it asked when to send it.
    process.nextTick(dispatch);
  };
  const loader = new DataLoader<TicketKey, TicketView | undefined>(
    async (keys) => {
      try {
        const rows = await readTickets(keys);
        const found = new Map(rows.map((row) => [textOf(row), row]));
        return keys.map((key) => found.get(textOf(key)));
      } finally {
        running -= 1;
        const next = held.shift();
        if (next) start(next);
      }
    },
    {
      // Every reader asks the database: a ticket that was read a moment ago may have changed.
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) => {
        if (running < AT_A_TIME) start(dispatch);
        else held.push(dispatch);
      },
    },
  );
  return { read: (key) => loader.load(key) };
};
