import { type Sql } from './database';

/** Locks in the order of their keys, so that those who take several never wait for each other in a circle. */
const lockAll = (lock: string): string =>
  `SELECT count(${lock}(hashtextextended(key, 0))) FROM (SELECT DISTINCT key FROM unnest($1::text[]) AS k (key) ORDER BY key) AS k`;

const ALONE = lockAll('pg_advisory_xact_lock');
const TOGETHER = lockAll('pg_advisory_xact_lock_shared');

/**
 * Waits for transactions with any of the keys, and then has them alone until this one ends. A later statement sees the rows that
 * they wrote. Take all keys in one call, before any other lock.
 */
export const takeTurns = async (tx: Sql, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await tx.query(ALONE, [keys], { prepare: true });
};

/** The same, beside others that share the keys: only who takes them alone waits, and is waited for. */
export const shareTurns = async (tx: Sql, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await tx.query(TOGETHER, [keys], { prepare: true });
};
