import type { Page, SortFields, Sql } from '@parley/persistence';
import { type Run, runColumns } from '../core';

/** A run with its steps, in their order. */
export interface TrailedRun extends Run {
  trail: { step: string; at: string; error: string | null }[];
}

const last = (sql: string): { sql: string; nullsLast: true } => ({ sql, nullsLast: true });

/** What lists of runs are sorted by. */
export const runSortable: SortFields = {
  id: 'r.id',
  version: 'r.version',
  conversation: last('r.conversation_id'),
  contact: 'r.contact_id',
  status: 'r.status',
  currentStep: last('r.current_step'),
  error: last('r.error'),
  startedAt: 'r.started_at',
  endedAt: last('r.ended_at'),
  createdAt: 'r.started_at',
};

/** Statement of a page of a workflow's runs with their steps. */
export const listRunsSql = (orderBy: string): string => `
SELECT ${runColumns}, coalesce(t.trail, '[]') AS trail
  FROM (SELECT * FROM workflow_run r WHERE project_id = $1 AND workflow_id = $2 AND ($3::text IS NULL OR status = $3)
         ORDER BY ${orderBy} LIMIT $4 OFFSET $5) r
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('step', s.step, 'at', s.at, 'error', s.error) ORDER BY s.number) AS trail
      FROM run_step s WHERE s.project_id = r.project_id AND s.run_id = r.id) t ON true
 ORDER BY ${orderBy}`;

/** A page of a workflow's runs. */
export const listRuns = (
  sql: Sql,
  {
    projectId,
    workflowId,
    status,
    skip,
    limit,
    orderBy,
  }: Page & { projectId: string; workflowId: string; status: string | undefined; orderBy: string },
): Promise<TrailedRun[]> =>
  sql.query<TrailedRun>(listRunsSql(orderBy), [projectId, workflowId, status ?? null, limit, skip]);
