import type { Sql } from '@parley/persistence';

/**
 * Who takes care of tickets, by the ids of the tickets: the assignee, else the person who wrote the last public reply. Of a merged ticket
 * that of its main one; of spam none.
 */
export const findResponsible = async (
  sql: Sql,
  tickets: readonly { projectId: string; ticketId: string }[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ id: string; userId: string }>(
    `SELECT t.id, coalesce(m.processing_user_id, m.contact_agent_id) AS "userId"
       FROM json_to_recordset($1::json) AS w ("projectId" text, "ticketId" text)
      CROSS JOIN LATERAL (SELECT t.id, coalesce(t.duplicate_of_id, t.id) AS main_id FROM ticket t
                           WHERE t.project_id = w."projectId" AND t.id = w."ticketId" OFFSET 0) t
      CROSS JOIN LATERAL (SELECT m.processing_user_id, m.contact_agent_id, m.is_spam FROM ticket m
                           WHERE m.project_id = w."projectId" AND m.id = t.main_id OFFSET 0) m
      WHERE NOT m.is_spam AND coalesce(m.processing_user_id, m.contact_agent_id) IS NOT NULL`,
    [JSON.stringify(tickets)],
    { prepare: true },
  );
  return new Map(rows.map(({ id, userId }) => [id, userId]));
};
