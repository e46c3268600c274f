import { LRUCache } from 'lru-cache';
import type { Connection } from '../connections';

/** How much may come: `atOnce` frames, and from then on `aSecond`. */
interface Budget {
  atOnce: number;
  aSecond: number;
}

/**
 * A stock client subscribes to all its channels (100 at most) as soon as it is connected, and passes on 10 events a second. A
 * person has some windows and devices. Those who have not said who they are share the budget of their key.
 */
const budgets = {
  connection: { atOnce: 250, aSecond: 20 },
  person: { atOnce: 1_000, aSecond: 50 },
  key: { atOnce: 10_000, aSecond: 1_000 },
} as const satisfies Record<string, Budget>;

/** Frames that an address may send for each of its most connections: an office behind one address comes back all at once. */
const PER_CONNECTION: Budget = { atOnce: 20, aSecond: 2 };

/** The frames that opening a connection counts for its address. */
const OPENING = 10;

/** Most people, keys and addresses that are counted; beyond, the longest unused ones start again from zero. */
const MAX_COUNTED = 100_000;

/** What frames are counted against. */
export interface Budgets {
  /** Counts the opening of a connection; false when the address has opened and sent too much. */
  opens(address: string): boolean;
  /**
   * Counts a frame. Answers how many milliseconds to wait before it is handled, and whether the connection itself is the reason.
   * A connection has one frame counted at a time, so that connections that share a budget take turns.
   */
  spend(connection: Connection): { waitMs: number; isOwn: boolean };
}

/** Longest wait for a budget in milliseconds, however many wait: senders of a shared one cannot shut the others out. */
const MAX_WAIT_MS = 5_000;

/**
 * When a budget is whole again after so many frames more, in milliseconds: the only thing to remember of it. A frame waits
 * for as long as that is further away than the time in which `atOnce` frames are paid back.
 */
const later = (
  { atOnce, aSecond }: Budget,
  wholeAt: number | undefined,
  frames: number,
  now: number,
): { wholeAt: number; waitMs: number } => {
  const next = Math.max(wholeAt ?? 0, now) + (frames * 1_000) / aSecond;
  const limit = now + (atOnce * 1_000) / aSecond;
  return {
    wholeAt: Math.min(next, limit + MAX_WAIT_MS),
    waitMs: Math.min(Math.max(0, next - limit), MAX_WAIT_MS),
  };
};

const makePersonKey = ({ project, user, memberIds: [member] }: Connection): string | undefined => {
  if (user) return `contact ${project.id} ${user.svcId}`;
  return member === undefined ? undefined : `member ${project.id} ${member}`;
};

/** Counts frames in this process; `now` in milliseconds that never go back. */
export const createBudgets = (
  maxConnectionsPerAddress: number,
  now = (): number => performance.now(),
): Budgets => {
  const counted = new LRUCache<string, number>({ max: MAX_COUNTED });
  const address: Budget = {
    atOnce: PER_CONNECTION.atOnce * maxConnectionsPerAddress,
    aSecond: PER_CONNECTION.aSecond * maxConnectionsPerAddress,
  };
  const spend = (budget: Budget, key: string): number => {
    const { wholeAt, waitMs } = later(budget, counted.get(key), 1, now());
    counted.set(key, wholeAt);
    return waitMs;
  };
  return {
    opens: (ip) => {
      const key = `address ${ip}`;
      const { wholeAt, waitMs } = later(address, counted.get(key), OPENING, now());
      if (waitMs > 0) return false;
      counted.set(key, wholeAt);
      return true;
    },
    spend: (connection) => {
      const own = later(budgets.connection, connection.wholeAt, 1, now());
      connection.wholeAt = own.wholeAt;
      const person = makePersonKey(connection);
      const shared =
        person === undefined
          ? spend(budgets.key, `key ${connection.project.signer.key}`)
          : spend(budgets.person, person);
      const ofAddress = spend(address, `address ${connection.address}`);
      return { waitMs: Math.max(own.waitMs, shared, ofAddress), isOwn: own.waitMs > 0 };
    },
  };
};
