import { type Sql } from '@parley/persistence';
import { type MessageView } from './message';
import { messageJoins, messageViewColumns } from './message.columns';

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

/** What to find: SQL conditions over `m`, an order and a page, with the parameters of all. */
export interface MessageQuery {
  where: string;
  orderBy: string;
  skip: number;
  limit: number;
  params: readonly unknown[];
}

/** Messages by a query; `params` begin with the project. */
export const findMessages = (sql: Sql, query: MessageQuery): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${messageViewColumns}
       FROM (SELECT * FROM message m WHERE m.project_id = $1 AND m.reply_to_id IS NULL AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) m ${messageJoins}
      ORDER BY ${query.orderBy}`,
    query.params,
  );
