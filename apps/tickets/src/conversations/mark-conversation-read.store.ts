import type { Sql } from '@parley/persistence';

/** Counts what of a conversation is unread after a position. */
export const unreadAfter = async (
  tx: Sql,
  projectId: string,
  conversationId: string,
  position: number,
): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM conversation_message
      WHERE project_id = $1 AND conversation_id = $2 AND position > $3 AND counts AND NOT deleted`,
    [projectId, conversationId, position],
    { prepare: true },
  );
  return row?.count ?? 0;
};

/** Highest index in the ticket itself of what stands up to a position; 0 when that is nothing. */
export const indexAt = async (
  tx: Sql,
  projectId: string,
  conversationId: string,
  position: number,
): Promise<number> => {
  const [row] = await tx.query<{ index: number }>(
    `SELECT own.index FROM conversation_message p CROSS JOIN LATERAL (
         SELECT m.index FROM message m
          WHERE m.project_id = p.project_id AND m.id = p.message_id AND m.ticket_id = p.conversation_id OFFSET 0) own
      WHERE p.project_id = $1 AND p.conversation_id = $2 AND p.position <= $3
      ORDER BY p.position DESC LIMIT 1`,
    [projectId, conversationId, position],
    { prepare: true },
  );
  return row?.index ?? 0;
};
