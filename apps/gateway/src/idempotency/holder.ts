import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type LockSession, openLockSession } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import { HOLDER_LOCKS } from './idempotency.store';

/** Pause before a broken connection is replaced, in milliseconds. */
const RETRY_MS = 200;
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * The signature of this process's claims: a number with a lock that one of its connections holds. When the process dies the
 * connection releases the lock, and all processes see that its claims are free.
 */
export interface Holder {
  /** The present number; undefined while there is no connection. Claims without one last until their lease is over. */
  current(): number | undefined;
  /** Resolves when there is a number; rejects when the database is away. Keeps one from then on. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the holder of a process. */
export const createHolder = (db: Pick<Database, 'withConnection'>, log: Pick<Logger, 'warn'>): Holder => {
  const stopping = new AbortController();
  let number: number | undefined;
  let keeping: Promise<void> | undefined;

  const acquire = async (): Promise<LockSession> => {
    const session = await openLockSession(db);
    // A fresh number each time: that of a connection that broke may be held by it for a while.
    while (number === undefined && !session.lost.aborted) {
      const drawn = randomInt(1, MAX_NUMBER);
      const [row] = await session.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
        HOLDER_LOCKS,
        drawn,
      ]);
      if (row?.held) number = drawn;
    }
    return session;
  };

  const untilOver = ({ lost }: LockSession): Promise<void> =>
    new Promise((resolve) => {
      const over = AbortSignal.any([lost, stopping.signal]);
      if (over.aborted) return resolve();
      over.addEventListener('abort', () => resolve(), { once: true });
    });

  const keep = async (first: LockSession): Promise<void> => {
    let session: LockSession | undefined = first;
    while (!stopping.signal.aborted) {
      try {
        session ??= await acquire();
        await untilOver(session);
        number = undefined;
        if (stopping.signal.aborted) await session.close();
      } catch (error) {
        number = undefined;
        log.warn({ err: error }, 'claims of idempotency keys are not signed at the moment');
      }
      session = undefined;
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    current: () => number,
    start: async () => {
      keeping ??= keep(await acquire());
    },
    stop: async () => {
      stopping.abort();
      await keeping;
    },
  };
};
