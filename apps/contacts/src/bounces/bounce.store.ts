import type { Sql } from '@parley/persistence';

/** Those of some contacts at which a mail is noted that came back. */
export const findBounced = async (
  sql: Sql,
  contacts: readonly { projectId: string; contactId: string }[],
): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT c.id FROM unnest($1::text[], $2::text[]) AS n (project_id, id)
       JOIN contact c ON c.project_id = n.project_id AND c.id = n.id
      WHERE c.email_bounced IS NOT NULL`,
    [contacts.map(({ projectId }) => projectId), contacts.map(({ contactId }) => contactId)],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};
