import { openDatabase } from '@parley/persistence';
import type { Bench } from './workload';

// The record is made in FROM: a star behind the function itself would make it once per column.
const COPY = `
INSERT INTO workflow_run
SELECT row.* FROM workflow_run r, generate_series(1, $3::int) n,
  LATERAL jsonb_populate_record(r, jsonb_build_object(
  'id', 'f' || substr(r.id, 2, 15) || lpad(to_hex(n), 8, '0'), 'conversation_id', 'f' || lpad(to_hex(n), 23, '0'),
  'contact_id', 'f' || lpad(to_hex(n % 5000), 23, '0'), 'request_key', NULL,
  'due_at', now() + interval '10 days' + n * interval '1 second')) AS row
WHERE r.project_id = $1 AND r.workflow_id = $2 AND r.status = 'waiting'`;

const ASK = `
INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
SELECT 'workflow waits', project_id, id, '{}', 'waiting', due_at, now() FROM workflow_run
 WHERE project_id = $1 AND workflow_id = $2 AND status = 'waiting' ON CONFLICT DO NOTHING`;

/** Copies the one waiting run of a workflow, inside the database, so many times: all of them wait for days. */
export const seedWaitingRuns = async (
  { target, workspace: { projectId } }: Bench,
  workflowId: string,
  count: number,
): Promise<void> => {
  const db = openDatabase({
    url: target.databaseUrl('s2s'),
    applicationName: 'parley bench',
    statementTimeout: 600_000,
  });
  try {
    await db.query(COPY, [projectId, workflowId, count]);
    await db.query(ASK, [projectId, workflowId]);
    await db.query('ANALYZE workflow_run');
  } finally {
    await db.close();
  }
};
