import type { Sql } from '@parley/persistence';
import type { OperatingHours } from '@parley/opening-hours';
import type { Place } from '../arrivals';
import type { SlaOptions } from '../teams';

/** A team and when it works. */
export interface ScheduleRow extends Place {
  name: string;
  slaOptions: SlaOptions | null;
  operatingHours: OperatingHours | null;
  updatedAt: Date;
}

/** Teams after a place, of one project or of all, by project and id. */
export const findSchedules = (
  sql: Sql,
  projectId: string | undefined,
  after: Place,
  limit: number,
): Promise<ScheduleRow[]> =>
  sql.query<ScheduleRow>(
    `SELECT project_id AS "projectId", id, name, sla_options AS "slaOptions", operating_hours AS "operatingHours",
            updated_at AS "updatedAt"
       FROM team WHERE ($1::text IS NULL OR project_id = $1) AND (project_id, id) > ($2, $3)
      ORDER BY project_id, id LIMIT $4`,
    [projectId ?? null, after.projectId, after.id, limit],
  );

/** Projects after one, by id. */
export const findProjectIds = async (sql: Sql, after: string, limit: number): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM project WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};
