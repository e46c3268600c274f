import type { Sql } from '@parley/persistence';
import { viewColumnsWithout, viewJoins, type TicketQuery, type TicketRow, type TicketView } from '../core';

/** A ticket that is to be exported, and the bytes that its large columns take in the database. */
export interface ExportedTicket {
  id: string;
  size: number;
}

/** Columns that no table shows. */
const omitted = ['content', 'logs'] as const satisfies readonly (keyof TicketRow)[];

const always = ['description', 'plain_content', 'ai_summary', 'extra', 'upvotes', 'attachments'];
const selectSize = (columns: readonly string[]): string =>
  columns.map((column) => `coalesce(pg_column_size(t.${column}), 0)`).join(' + ');

const find = (sql: Sql, query: TicketQuery, columns: readonly string[]): Promise<ExportedTicket[]> =>
  sql.query<ExportedTicket>(
    `SELECT t.id, ${selectSize(columns)} AS size FROM ticket t WHERE t.project_id = $1 AND ${query.where}
      ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}`,
    query.params,
  );

/** Which tickets an export of documents holds, in its order. */
export const findDocuments = (sql: Sql, query: TicketQuery): Promise<ExportedTicket[]> =>
  find(sql, query, [...always, ...omitted]);

/** Which tickets a part of a table holds, in its order. */
export const findRows = (sql: Sql, query: TicketQuery): Promise<ExportedTicket[]> => find(sql, query, always);

const GET_ROWS = `SELECT ${viewColumnsWithout(omitted)} FROM ticket t ${viewJoins}
  WHERE t.project_id = $1 AND t.id = ANY ($2::text[])`;

/** Tickets as a table shows them, without their rich text and logs, in any order. */
export const getRows = (sql: Sql, projectId: string, ids: readonly string[]): Promise<TicketView[]> =>
  sql.query<TicketView>(GET_ROWS, [projectId, ids], { prepare: true });
