import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what is to be taken over at the first start, and of what processes of former releases, which kept a queue for each,
 * have left to do.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { taken, job, rows } of [CRAWLS, RUNS, ARCHIVES, DISCARDS, TAKEOVERS])
      await tx.query(
        `${taken} INSERT INTO job AS j (name, project_id, key, payload, status, due_at, created_at)
         SELECT '${job}', project_id, key, payload, 'waiting', due_at, $1 FROM (${rows}) r
         ON CONFLICT (name, project_id, key) DO UPDATE SET due_at = EXCLUDED.due_at
           WHERE j.status = 'waiting' AND j.error IS NULL AND j.due_at > EXCLUDED.due_at`,
        [now],
      );
  });

const CRAWLS = {
  taken: '',
  job: 'crawl',
  rows: `SELECT '*' AS project_id, host AS key, '{}'::jsonb AS payload, min(due_at) AS due_at FROM website
          WHERE due_at IS NOT NULL GROUP BY host ORDER BY host`,
};

// What a process holds by a lease is taken from it: it finds that out at its next write.
const RUNS = {
  taken: `WITH taken AS (
    UPDATE eval_run SET lease = NULL, due_at = NULL WHERE due_at IS NOT NULL RETURNING project_id, dataset_id, id)`,
  job: 'evaluation',
  rows: `SELECT project_id, id AS key, jsonb_build_object('datasetId', dataset_id) AS payload, $1::timestamptz AS due_at
           FROM taken`,
};

const ARCHIVES = {
  taken: `WITH taken AS (
    UPDATE repository SET lease = NULL, due_at = NULL WHERE due_at IS NOT NULL RETURNING project_id, id)`,
  job: 'repository',
  rows: `SELECT project_id, id AS key, '{}'::jsonb AS payload, $1::timestamptz AS due_at FROM taken`,
};

// The key of a file begins with its project.
const DISCARDS = {
  taken: 'WITH taken AS (DELETE FROM archive_discard RETURNING *)',
  job: 'discarded archive',
  rows: `SELECT split_part(file_key, '/', 1) AS project_id, file_key AS key, '{}'::jsonb AS payload,
                $1::timestamptz AS due_at FROM taken`,
};

const TAKEOVERS = {
  taken: '',
  job: 'taking over',
  rows: `SELECT '*' AS project_id, kind AS key, '{}'::jsonb AS payload, $1::timestamptz AS due_at
           FROM takeover WHERE done_at IS NULL ORDER BY kind`,
};
