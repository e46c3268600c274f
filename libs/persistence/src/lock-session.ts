import { atEachMultiple } from '@parley/timing';
import type { Database } from './database';

const HEARTBEAT_MS = 5_000;

/**
 * How soon the server notices a vanished client machine, in seconds; a client that merely died closes its connections. Left out
 * where the server's system knows no such settings.
 */
const NOTICE_GONE = `
SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false)`;

/** A connection that holds session locks. All of them are lost together, at once, when it breaks or its process dies. */
export interface LockSession {
  /** Runs one statement after those before it. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Aborted when the connection broke: others may have the locks by now. */
  readonly lost: AbortSignal;
  /** Gives all locks back. */
  close(): Promise<void>;
}

const within = <T>(limit: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Takes a connection of the pool for locks. Rejects when none is available.
 *
 * @param options.isRivalled Whether another process may want the locks; then a vanished server is noticed before it
 * gives them to another process. Default true.
 */
export const openLockSession = (
  db: Pick<Database, 'withConnection'>,
  { isRivalled = true }: { isRivalled?: boolean } = {},
): Promise<LockSession> =>
  new Promise((resolve, reject) => {
    const lost = new AbortController();
    const closing = new AbortController();
    const ended = db
      .withConnection(async (connection) => {
        const drop = (): void => lost.abort();
        connection.on('error', drop);
        connection.on('end', drop);
        let tail: Promise<unknown> = Promise.resolve();
        const query: LockSession['query'] = <Row>(text: string, values: readonly unknown[] = []) => {
          const answer = tail.then(async () => (await connection.query(text, [...values])).rows as Row[]);
          tail = answer.catch(() => undefined);
          return answer;
        };
        // A server that vanished without closing the connection is noticed by silence only.
        const beat = (): void => void within(HEARTBEAT_MS, query('SELECT true')).catch(drop);
        const stopBeating = isRivalled ? atEachMultiple(HEARTBEAT_MS, beat) : undefined;
        await query(NOTICE_GONE).catch(() => undefined);
        resolve({ query, lost: lost.signal, close: () => (closing.abort(), ended) });
        try {
          await aborted(AbortSignal.any([closing.signal, lost.signal]));
          if (lost.signal.aborted)
            throw Object.assign(new Error('The connection that held the locks broke'), { code: '08006' });
          await query('SELECT pg_advisory_unlock_all()');
        } finally {
          stopBeating?.();
          connection.off('error', drop);
          connection.off('end', drop);
        }
      })
      .catch((error: unknown) => reject(error as Error));
  });
