import type { Sql } from './database';

// In the order of their keys, so that those who take several never wait for each other in a circle.
const LOCK = `
SELECT count(CASE WHEN alone THEN pg_advisory_xact_lock(hash)::text ELSE pg_advisory_xact_lock_shared(hash)::text END)
  FROM (SELECT hashtextextended(key, 0) AS hash, bool_or(alone) AS alone FROM (
          SELECT key, true AS alone FROM unnest($1::text[]) AS a (key)
          UNION ALL SELECT key, false FROM unnest($2::text[]) AS s (key)) AS k
         GROUP BY key ORDER BY key) AS k`;

/**
 * Waits for transactions with any of the keys, and then has them alone until this one ends. A later statement sees the rows that
 * they wrote. The `shared` keys several transactions may have at once: only one that takes a key alone waits. Take all keys in one
 * call, before any other lock.
 */
export const takeTurns = async (
  tx: Sql,
  keys: readonly string[],
  shared: readonly string[] = [],
): Promise<void> => {
  if (keys.length + shared.length > 0) await tx.query(LOCK, [keys, shared], { prepare: true });
};
