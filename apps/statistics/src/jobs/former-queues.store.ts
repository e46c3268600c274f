import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do. A build that one of them has waits
 * until its lease ends.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { job, rows } of [BUILDS, STALE])
      await tx.query(
        `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT '${job}', project_id, '', '{}', 'waiting', due_at, $1 FROM (${rows}) r ON CONFLICT DO NOTHING`,
        [now],
      );
  });

const BUILDS = {
  job: 'statistics build',
  rows: `SELECT project_id, coalesce(lease_until, $1::timestamptz) AS due_at FROM build
          WHERE requested_at IS NOT NULL AND lease_until IS DISTINCT FROM 'infinity' ORDER BY 1`,
};

const STALE = {
  job: 'facts to tell anew',
  rows: 'SELECT DISTINCT project_id, $1::timestamptz AS due_at FROM stale_ticket ORDER BY 1',
};
