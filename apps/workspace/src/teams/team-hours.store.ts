import type { Sql } from '@parley/persistence';
import type { OperatingHours } from '@parley/opening-hours';

/** When those of the project's teams work that exist. */
export const findOperatingHours = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; hours: OperatingHours | null }[]> =>
  sql.query(
    'SELECT id, operating_hours AS hours FROM team WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id',
    [projectId, ids],
    { prepare: true },
  );
