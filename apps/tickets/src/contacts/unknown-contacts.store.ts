import type { Sql } from '@parley/persistence';

/** Past while contacts are left of which nothing but the id is kept. */
export const UNKNOWN_DUE = `(SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM contact_reference WHERE version = 0))`;

/** A contact of which nothing but the id is kept. */
export interface UnknownContact {
  projectId: string;
  id: string;
}

/** Some contacts of one project of which nothing but the id is kept. */
export const unknownContacts = (sql: Sql, limit: number): Promise<UnknownContact[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id FROM contact_reference
      WHERE version = 0 AND project_id = (SELECT min(project_id) FROM contact_reference WHERE version = 0)
      ORDER BY id LIMIT $1`,
    [limit],
  );
