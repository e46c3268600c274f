import type { Sql } from '@parley/persistence';

/** Past while teams are left of which it is not known when they work. */
export const HOURS_DUE = `(SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM team_reference WHERE operating_hours IS NULL))`;

/** Some teams of one project of which it is not known when they work. */
export const unknownHours = (sql: Sql, limit: number): Promise<{ projectId: string; id: string }[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id FROM team_reference
      WHERE operating_hours IS NULL
        AND project_id = (SELECT min(project_id) FROM team_reference WHERE operating_hours IS NULL)
      ORDER BY id LIMIT $1`,
    [limit],
  );

/** Keeps when teams work of which it is not known yet. */
export const saveHours = async (
  sql: Sql,
  projectId: string,
  hours: readonly { id: string; operatingHours: object }[],
): Promise<void> => {
  await sql.query(
    `UPDATE team_reference g SET operating_hours = h."operatingHours"
       FROM jsonb_to_recordset($2::jsonb) h (id text, "operatingHours" jsonb)
      WHERE g.project_id = $1 AND g.id = h.id AND g.operating_hours IS NULL`,
    [projectId, JSON.stringify(hours)],
  );
};
