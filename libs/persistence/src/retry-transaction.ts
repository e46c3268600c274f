import pRetry from 'p-retry';
import type { Database, Sql } from './database';

const RETRIES = 4;

/** Whether a transaction lost against another and may simply run again: serialization failure or deadlock. */
export const isTransactionConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '');

/**
 * `db.transaction` that runs again, at most four times with growing random pauses, when PostgreSQL ended it in favour
 * of another. `work` may therefore run more than once and must change nothing outside the transaction.
 */
export const runTransaction = <T>(
  db: Pick<Database, 'transaction'>,
  work: (tx: Sql) => Promise<T>,
): Promise<T> =>
  pRetry(() => db.transaction(work), {
    retries: RETRIES,
    minTimeout: 10,
    factor: 3,
    randomize: true,
    shouldRetry: ({ error }) => isTransactionConflict(error),
  });
