import type { Sql } from '@parley/persistence';

/** Queue of a former release, as SQL; `$1` is the current time. */
export interface FormerQueue {
  /** Name of the jobs that do it. */
  job: string;
  /** The rows with their conditions. Each key becomes one job, due at the earliest time of its rows. */
  from: string;
  key: string;
  /** Default: the column `project_id`. */
  project?: string;
  /** Default: empty. */
  payload?: string;
  /** When the job is due; a job that waits for a later time is brought forward. Default: at once, unless the job exists. */
  due?: string;
  /** A statement that removes the rows or their leases; `from` reads its answer as `taken`. */
  taking?: string;
}

const adoption = ({
  job,
  from,
  key,
  project = 'project_id',
  payload = `'{}'::jsonb`,
  due = 'NULL::timestamptz',
  taking,
}: FormerQueue): string => `${taking ? `WITH taken AS (${taking})` : ''}
INSERT INTO job AS j (name, project_id, key, payload, status, due_at, created_at)
SELECT DISTINCT ON (r.project_id, r.key) '${job}', r.project_id, r.key, r.payload, 'waiting', COALESCE(r.due_at, $1::timestamptz), $1
  FROM (SELECT ${project} AS project_id, ${key} AS key, ${payload} AS payload, ${due} AS due_at FROM ${from}) r
 WHERE NOT EXISTS (
   SELECT FROM job o WHERE o.name = '${job}' AND o.project_id = r.project_id AND o.key = r.key
      AND (r.due_at IS NULL OR o.due_at <= r.due_at OR o.status <> 'waiting' OR o.error IS NOT NULL))
 ORDER BY r.project_id, r.key, r.due_at NULLS FIRST
ON CONFLICT (name, project_id, key) DO UPDATE SET due_at = EXCLUDED.due_at
 WHERE j.status = 'waiting' AND j.error IS NULL AND j.due_at > EXCLUDED.due_at`;

/**
 * Creates jobs for the queues of former releases, unless they exist. Safe to repeat, also while a process of such a release still
 * runs.
 */
export const adoptJobs = async (sql: Sql, queues: readonly FormerQueue[], now: Date): Promise<void> => {
  for (const queue of queues) await sql.query(adoption(queue), [now]);
};
