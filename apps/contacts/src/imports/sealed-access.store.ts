import type { Sql } from '@parley/persistence';

/** The sealed credentials of an import. */
export interface SealedAccess {
  projectId: string;
  id: string;
  access: string;
}

/** Imports of all projects that still have credentials, after one, in the order of their keys. */
export const listSealedAccess = (
  sql: Sql,
  after: Pick<SealedAccess, 'projectId' | 'id'>,
  limit: number,
): Promise<SealedAccess[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id, access FROM contact_import
     WHERE access IS NOT NULL AND (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
    [after.projectId, after.id, limit],
  );

/** Replaces sealed credentials, unless they changed since they were read. Answers whether it did. */
export const replaceSealedAccess = async (
  sql: Sql,
  { projectId, id, access: before }: SealedAccess,
  access: string,
): Promise<boolean> => {
  const rows = await sql.query(
    'UPDATE contact_import SET access = $3 WHERE project_id = $1 AND id = $2 AND access = $4 RETURNING id',
    [projectId, id, access, before],
  );
  return rows.length > 0;
};
