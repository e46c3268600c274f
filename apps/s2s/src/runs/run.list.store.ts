import { type Sql } from '@parley/persistence';
import { type Run } from '../core/run';
import { runColumns } from '../core/run.store';

/** A run with its steps, in their order. */
export interface TrailedRun extends Run {
  trail: { step: string; at: string; error: string | null }[];
}

/** Statement of a page of a workflow's runs with their steps. */
export const LIST_RUNS = `
SELECT ${runColumns}, coalesce(t.trail, '[]') AS trail
  FROM (SELECT * FROM workflow_run WHERE project_id = $1 AND workflow_id = $2 AND ($3::text IS NULL OR status = $3)
         ORDER BY started_at DESC, id DESC LIMIT $4 OFFSET $5) r
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('step', s.step, 'at', s.at, 'error', s.error) ORDER BY s.number) AS trail
      FROM run_step s WHERE s.project_id = r.project_id AND s.run_id = r.id) t ON true
 ORDER BY r.started_at DESC, r.id DESC`;

/** A page of a workflow's runs, the newest first. */
export const listRuns = (
  sql: Sql,
  {
    projectId,
    workflowId,
    status,
    skip,
    limit,
  }: { projectId: string; workflowId: string; status: string | undefined; skip: number; limit: number },
): Promise<TrailedRun[]> =>
  sql.query<TrailedRun>(LIST_RUNS, [projectId, workflowId, status ?? null, limit, skip], { prepare: true });
