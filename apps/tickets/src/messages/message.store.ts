import type { Sql } from '@parley/persistence';
import { type MessageView, messageJoins, messageViewColumns } from '../core';
import type { MessageDocumentView } from './message.view';

/** The message of a ticket that was created with a `clientMutationId`. */
export const findByMutation = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  clientMutationId: string,
): Promise<MessageView | undefined> => {
  const [row] = await sql.query<MessageView>(
    `SELECT ${messageViewColumns} FROM message m ${messageJoins}
      WHERE m.project_id = $1 AND m.ticket_id = $2 AND m.client_mutation_id = $3`,
    [projectId, ticketId, clientMutationId],
    { prepare: true },
  );
  return row;
};

const BY_ID = `SELECT ${messageViewColumns} FROM message m ${messageJoins} WHERE m.project_id = $1 AND m.id = $2`;

/** A message of the project, thread replies too. */
export const findMessage = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<MessageView | undefined> => {
  const [row] = await sql.query<MessageView>(BY_ID, [projectId, id], { prepare: true });
  return row;
};

/** Whether the project has such a message. */
export const messageExists = async (sql: Sql, projectId: string, id: string): Promise<boolean> =>
  (await sql.query('SELECT FROM message WHERE project_id = $1 AND id = $2', [projectId, id])).length > 0;

/** The replies of a thread, oldest first. */
export const findReplies = (
  sql: Sql,
  projectId: string,
  rootId: string,
  {
    skip,
    limit,
    orderBy,
    before,
  }: { skip: number; limit: number; orderBy: string; before?: string | undefined },
  { columns, joins }: MessageDocumentView,
): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${columns}
       FROM (SELECT * FROM message m WHERE m.project_id = $1 AND m.reply_to_id = $2 AND ($5::text IS NULL OR m.id < $5)
              ORDER BY ${orderBy} LIMIT $3 OFFSET $4) m ${joins}
      ORDER BY ${orderBy}`,
    [projectId, rootId, limit, skip, before ?? null],
  );

/** Tickets that were merged into one of these. */
export const mergedTickets = async (
  sql: Sql,
  projectId: string,
  mainIds: readonly string[],
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND duplicate_of_id = ANY ($2::text[])',
    [projectId, mainIds],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};

/** What to find: SQL conditions over `m`, an order and a page, with the parameters of all. */
export interface MessageQuery {
  where: string;
  orderBy: string;
  skip: number;
  limit: number;
  params: readonly unknown[];
}

/** Messages by a query; `params` begin with the project. */
export const findMessages = (
  sql: Sql,
  query: MessageQuery,
  { columns, joins }: MessageDocumentView,
): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${columns}
       FROM (SELECT * FROM message m WHERE m.project_id = $1 AND m.reply_to_id IS NULL AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) m ${joins}
      ORDER BY ${query.orderBy}`,
    query.params,
  );
