import type { Sql } from '@parley/persistence';
import { isOfKind } from '../core';

/** Unread messages of a ticket. */
export interface UnreadRow {
  ticketId: string;
  /** Public replies that the contact has not read. */
  contact: number;
  /** Messages of the contact that the team has not read. */
  team: number;
}

const countAfter = (column: string, which: string): string =>
  `(SELECT count(*)::integer FROM message m
     WHERE m.project_id = t.project_id AND m.ticket_id = t.id AND m.index > t.${column} AND ${which})`;

/** Counts the unread messages of the project's tickets among the ids. */
export const countUnreadByTicket = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<UnreadRow[]> =>
  sql.query<UnreadRow>(
    `SELECT t.id AS "ticketId", ${countAfter('contact_read_index', isOfKind.reply)} AS contact,
            ${countAfter('team_read_index', isOfKind.contact)} AS team
       FROM ticket t WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id`,
    [projectId, ids],
    { prepare: true },
  );

/** Running number of a message in a ticket; undefined when it is not one of it. */
export const indexOfMessage = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  id: string,
): Promise<number | undefined> => {
  const [row] = await sql.query<{ index: number }>(
    'SELECT index FROM message WHERE project_id = $1 AND ticket_id = $2 AND id = $3',
    [projectId, ticketId, id],
  );
  return row?.index;
};

/** Whether a message of a kind follows an index in a ticket. */
export const isAnyAfter = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  index: number,
  kind: keyof typeof isOfKind,
): Promise<boolean> => {
  const rows = await sql.query(
    `SELECT FROM message m WHERE m.project_id = $1 AND m.ticket_id = $2 AND m.index > $3 AND ${isOfKind[kind]} LIMIT 1`,
    [projectId, ticketId, index],
  );
  return rows.length > 0;
};
