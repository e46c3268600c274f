import { randomUUID } from 'node:crypto';
import type { Sql } from './database';
import type { PersistenceLog } from './log';

/** Deaths of a process with one piece of work after which that piece is set aside. */
export const MAX_DEATHS = 3;

/** How work on several pieces is done. */
export interface HandedWork<T> {
  /** Names a piece within its worker, e.g. `<project>/<document>`. */
  key(piece: T): string;
  /** Whether a process may have died with the piece: it was taken before, and neither ended nor put back. */
  isSuspect(piece: T): boolean;
  /** Works on pieces, together where that is possible. A rejection is a failure like any other, and no death. */
  handle(pieces: readonly T[]): Promise<void>;
  /** Leaves a piece alone from now on, in a way that an operator sees. */
  setAside(piece: T, reason: string): Promise<void>;
}

/** What one worker of a service has in hand. */
export interface InHand {
  /** Says that this process is the one that works now; answers whether the one before ended without `end`. */
  begin(): Promise<boolean>;
  /** Says that this process has nothing in hand any more. Never rejects. */
  end(): Promise<void>;
  /** Does work so that no piece ends its process for ever. Costs no statement while no piece is suspect. */
  work<T>(pieces: readonly T[], how: HandedWork<T>): Promise<void>;
}

/** The table, as a service's migration makes it. A row with an empty `item` stands for the worker itself. */
export const inHandTableSql = `
CREATE TABLE work_in_hand (
  worker text NOT NULL,
  item   text NOT NULL,
  holder text NOT NULL,
  deaths integer NOT NULL,
  since  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (worker, item)
);
`;

/** Names this process. */
const HOLDER = randomUUID();

/** Milliseconds that one piece keeps the other suspects of the process waiting. */
const PATIENCE_MS = 10_000;

let isDying = false;
process.on('uncaughtExceptionMonitor', () => (isDying = true));

/** Whether the process ends by an error that no code caught: it stops in order, and yet it is a death. */
export const isProcessDying = (): boolean => isDying;

const BEGIN = `
WITH before AS MATERIALIZED (SELECT holder FROM work_in_hand WHERE worker = $1 AND item = '')
INSERT INTO work_in_hand (worker, item, holder, deaths) VALUES ($1, '', $2, 0)
ON CONFLICT (worker, item) DO UPDATE SET holder = EXCLUDED.holder, since = now()
RETURNING EXISTS (SELECT FROM before WHERE holder <> $2) AS died`;

const END = `DELETE FROM work_in_hand WHERE worker = $1 AND item = '' AND holder = $2`;

// A row of another process was left by a death that is not counted yet.
const DEATHS = `
SELECT item, deaths + (holder <> $3)::integer AS deaths FROM work_in_hand
 WHERE worker = $1 AND item = ANY ($2::text[])`;

// The death that made it suspect does not count: many pieces were in hand then, and it may be none of them.
const HOLD = `
INSERT INTO work_in_hand AS h (worker, item, holder, deaths)
  SELECT $1, item, $3, 0 FROM unnest($2::text[]) AS i (item) ORDER BY item
ON CONFLICT (worker, item) DO UPDATE
  SET deaths = h.deaths + (h.holder <> EXCLUDED.holder)::integer, holder = EXCLUDED.holder, since = now()`;

// Whichever process has the row now: a process that finished the work is alive.
const RELEASE = 'DELETE FROM work_in_hand WHERE worker = $1 AND item = ANY ($2::text[])';

let lastTurn: Promise<void> = Promise.resolve();

/** Runs work while no other such work runs in this process, unless that takes long. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  const before = lastTurn;
  let finish = (): void => undefined;
  lastTurn = new Promise((resolve) => (finish = resolve));
  await before;
  const timer = setTimeout(finish, PATIENCE_MS).unref();
  try {
    await work();
  } finally {
    clearTimeout(timer);
    finish();
  }
};

/** Deletes rows from before a time: the work was never claimed again. */
export const forgetInHand = async (sql: Sql, before: Date): Promise<void> => {
  await sql.query(`DELETE FROM work_in_hand WHERE item <> '' AND since < $1`, [before]);
};

/**
 * Records the work of a worker, so that work that kills or freezes its process is not tried for ever. Only suspects
 * are recorded. After a death, suspects run alone; after three deaths one is set aside.
 *
 * @param deps.worker Names the worker within the service's database.
 */
export const createInHand = (deps: {
  sql: Sql;
  worker: string;
  log: Pick<PersistenceLog, 'error'>;
}): InHand => {
  const { sql, worker, log } = deps;

  /** What stays because the database is away counts as no death while this process takes it again. */
  const release = (items: readonly string[]): Promise<unknown> =>
    sql.query(RELEASE, [worker, items]).catch(() => undefined);

  const holding = async (items: readonly string[], work: () => Promise<void>): Promise<void> => {
    if (items.length === 0) return work();
    await sql.query(HOLD, [worker, items, HOLDER]);
    try {
      await work();
    } catch (error) {
      if (!isDying) await release(items);
      throw error;
    }
    await release(items);
  };

  const readDeaths = async (items: readonly string[]): Promise<Map<string, number>> => {
    if (items.length === 0) return new Map();
    const rows = await sql.query<{ item: string; deaths: number }>(DEATHS, [worker, items, HOLDER]);
    return new Map(rows.map(({ item, deaths }) => [item, deaths]));
  };

  return {
    begin: async () => (await sql.query<{ died: boolean }>(BEGIN, [worker, HOLDER]))[0]?.died ?? false,
    end: async () => {
      if (!isDying) await sql.query(END, [worker, HOLDER]).catch(() => undefined);
    },
    work: async (pieces, { key, isSuspect, handle, setAside }) => {
      const suspects = new Set(pieces.filter((piece) => isSuspect(piece)).map(key));
      const deaths = await readDeaths([...suspects]);
      const others = pieces.filter((piece) => !deaths.has(key(piece)));
      const unknown = others.map(key).filter((item) => suspects.has(item));
      if (others.length > 0) await holding(unknown, () => handle(others));
      for (const piece of pieces) {
        const item = key(piece);
        const count = deaths.get(item);
        if (count === undefined) continue;
        if (count < MAX_DEATHS) {
          await alone(() => holding([item], () => handle([piece])));
          continue;
        }
        const reason = `The process ended ${count} times while it worked on this: it was set aside.`;
        await setAside(piece, reason);
        log.error(
          { worker, item, deaths: count },
          'a piece of work was set aside: its process ended with it',
        );
        await release([item]);
      }
    },
  };
};
