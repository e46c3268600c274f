import type { Sql } from '@parley/persistence';
import type { HistoryActor } from './history';

/** A change as it is kept. */
export interface HistoryRow {
  at: Date;
  actor: HistoryActor;
  field: string;
  from: unknown;
  to: unknown;
}

/** Changes of an entry, oldest first; those of values of fields that are deleted are left out. */
export const findHistory = (
  sql: Sql,
  projectId: string,
  entryId: string,
  { skip, limit, orderBy }: { skip: number; limit: number; orderBy: string },
): Promise<HistoryRow[]> =>
  sql.query<HistoryRow>(
    `SELECT h.at, h.actor, h.field, h.from_value AS "from", h.to_value AS "to" FROM pipeline_entry_history h
      WHERE h.project_id = $1 AND h.entry_id = $2
        AND (h.value_field_id IS NULL OR EXISTS (
              SELECT FROM pipeline_field f WHERE f.project_id = $1 AND f.id = h.value_field_id))
      ORDER BY ${orderBy} LIMIT $3 OFFSET $4`,
    [projectId, entryId, limit, skip],
  );
