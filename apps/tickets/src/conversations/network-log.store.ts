import type { Sql } from '@parley/persistence';
import type { ConversationKey } from '../core';

/** Replaces the network logs of a contact's ticket by a JSON text; false when the contact has no such ticket any more. */
export const replaceNetworkLogs = async (
  sql: Sql,
  { projectId, id, contactId }: ConversationKey,
  json: string,
): Promise<boolean> => {
  const rows = await sql.query(
    `UPDATE ticket SET logs = coalesce(logs, '{}') || jsonb_build_object('networkLogs', $4::jsonb)
      WHERE project_id = $1 AND id = $2 AND session_id = $3 AND NOT hidden RETURNING id`,
    [projectId, id, contactId, json],
    { prepare: true },
  );
  return rows.length > 0;
};
