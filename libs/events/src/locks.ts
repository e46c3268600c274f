import { type Database, type LockSession, openLockSession } from '@parley/persistence';
import type { Log } from './event';
import { pause, shareable } from './pause';

/** Leadership among the replicas of a service, by session locks of its database. */
export interface Locks {
  /** Runs `work` each time this process gets the lock. Its signal ends when the lock is lost or the process stops. */
  lead(name: string, work: (held: AbortSignal) => Promise<void>): void;
  /** Ends all work, waits for it and gives the locks back. */
  stop(): Promise<void>;
}

/**
 * @param retryMs Milliseconds between two tries to become leader.
 * @param isRivalled Whether there may be other replicas.
 */
export const createLocks = (deps: {
  db: Database;
  log: Log;
  retryMs: number;
  isRivalled: boolean;
}): Locks => {
  const { db, log, retryMs, isRivalled } = deps;
  const stopping = new AbortController();
  // Every lock that another process holds is waited for.
  shareable(stopping.signal);
  const leading: Promise<void>[] = [];
  let session: Promise<LockSession> | undefined;

  const currentSession = async (): Promise<LockSession> => {
    session ??= openLockSession(db, { isRivalled });
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
        const [row] = await query<{ held: boolean }>(
          'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
          [key],
        );
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
