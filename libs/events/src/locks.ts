import { type Database } from '@parley/persistence';
import { type Log } from './event';
import { aborted, pause, shareable } from './pause';

const HEARTBEAT_MS = 5_000;

/** Leadership among the replicas of a service, by session locks of its database. */
export interface Locks {
  /** Runs `work` each time this process gets the lock. Its signal ends when the lock is lost or the process stops. */
  lead(name: string, work: (held: AbortSignal) => Promise<void>): void;
  /** Ends all work, waits for it and gives the locks back. */
  stop(): Promise<void>;
}

interface Session {
  query(text: string, values: unknown[]): Promise<{ held: boolean }[]>;
  lost: AbortSignal;
  close(): Promise<void>;
}

const within = <T>(limit: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** One connection holds every lock of the process: all of them are lost together, and at once. */
const openSession = (db: Database): Promise<Session> =>
  new Promise((resolve, reject) => {
    const lost = new AbortController();
    const closing = new AbortController();
    const ended = db
      .withConnection(async (connection) => {
        const drop = (): void => lost.abort();
        connection.on('error', drop);
        connection.on('end', drop);
        let tail: Promise<unknown> = Promise.resolve();
        const query: Session['query'] = (text, values) => {
          const answer = tail.then(
            async () => (await connection.query<{ held: boolean }>(text, values)).rows,
          );
          tail = answer.catch(() => undefined);
          return answer;
        };
        // A peer that vanished without closing the connection is noticed by silence only.
        const heartbeat = setInterval(
          () => within(HEARTBEAT_MS, query('SELECT true AS held', [])).catch(drop),
          HEARTBEAT_MS,
        );
        resolve({ query, lost: lost.signal, close: () => (closing.abort(), ended) });
        try {
          await aborted(AbortSignal.any([closing.signal, lost.signal]));
          if (lost.signal.aborted)
            throw Object.assign(new Error('The connection that held the locks broke'), { code: '08006' });
          await query('SELECT pg_advisory_unlock_all()', []);
        } finally {
          clearInterval(heartbeat);
          connection.off('error', drop);
          connection.off('end', drop);
        }
      })
      .catch((error: unknown) => reject(error as Error));
  });

/**
 * @param retryMs Milliseconds between two tries to become leader.
 */
export const createLocks = (deps: { db: Database; log: Log; retryMs: number }): Locks => {
  const { db, log, retryMs } = deps;
  const stopping = new AbortController();
  // Every lock that another process holds is waited for.
  shareable(stopping.signal);
  const leading: Promise<void>[] = [];
  let session: Promise<Session> | undefined;

  const currentSession = async (): Promise<Session> => {
    session ??= openSession(db);
    const mine = session;
    try {
      const opened = await mine;
      if (!opened.lost.aborted) return opened;
    } catch (error) {
      if (session === mine) session = undefined;
      throw error;
    }
    if (session === mine) session = undefined;
    return currentSession();
  };

  const keepLeading = async (name: string, work: (held: AbortSignal) => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const { query, lost } = await currentSession();
        const key = `parley-events:${name}`;
        const [row] = await query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [key]);
        if (row?.held) {
          log.debug({ lock: name }, 'leading');
          try {
            await work(AbortSignal.any([stopping.signal, lost]));
          } finally {
            if (!lost.aborted)
              await query('SELECT pg_advisory_unlock(hashtextextended($1, 0)) AS held', [key]);
          }
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error, lock: name }, 'leadership interrupted');
      }
      await pause(retryMs, stopping.signal);
    }
  };

  return {
    lead: (name, work) => void leading.push(keepLeading(name, work)),
    stop: async () => {
      stopping.abort();
      await Promise.all(leading);
      await session?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
};
