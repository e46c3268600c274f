import type { Sql } from '@parley/persistence';

/** A contact and the new company of its tickets. */
export interface Stamp {
  projectId: string;
  contactId: string;
  companyId: string;
}

/** The next tickets of a contact, by id, that do not belong to the company yet. */
export const ticketsToStamp = async (
  sql: Sql,
  { projectId, contactId, companyId }: Stamp,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM ticket WHERE project_id = $1 AND session_id = $2 AND id > $4 AND company_id IS DISTINCT FROM $3
      ORDER BY id LIMIT $5`,
    [projectId, contactId, companyId, after, limit],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};
