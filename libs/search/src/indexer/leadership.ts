import type { Database, Sql } from '@parley/persistence';

/**
 * Runs `work` while holding a lock of the database by name; answers false when another process holds it. `work` gets
 * the connection that holds the lock, so that a statement on it fails once the lock is lost, and a signal for the same.
 */
export const asLeader = (
  db: Database,
  name: string,
  work: (sql: Sql, lost: AbortSignal) => Promise<void>,
): Promise<boolean> =>
  db.withConnection(async (connection) => {
    const lost = new AbortController();
    const onLoss = (): void => lost.abort();
    connection.on('error', onLoss).on('end', onLoss);
    const sql: Sql = {
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await connection.query(text, [...values])).rows as Row[],
    };
    try {
      const [row] = await sql.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
        [name],
      );
      if (!row?.held) return false;
      try {
        await work(sql, lost.signal);
      } finally {
        if (!lost.signal.aborted)
          await sql.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      }
      return true;
    } finally {
      connection.off('error', onLoss).off('end', onLoss);
    }
  });
