import type { RowVersion } from '@parley/cache';
import type { DocumentView, Sql } from '@parley/persistence';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { joinedUnread, joinReading } from './reading.sql';
import { SEARCHABLE } from './search-documents.store';
import { viewColumns, viewJoins } from './ticket.columns';
import type { TicketView } from './ticket';
import { ticketViews } from './ticket.view';

/** Conditions over `t` with their parameters, the project first. */
export interface TicketCondition {
  where: string;
  params: readonly unknown[];
}

/** A page of a list: conditions, order and place. */
export interface TicketQuery extends TicketCondition {
  orderBy: string;
  skip: number;
  limit: number;
}

/** What keeps a ticket out of lists unless it is asked for. The text is that of the partial indexes. */
export const LISTED = 'NOT t.archived AND NOT t.hidden AND NOT t.is_spam AND t.duplicate_of_id IS NULL';

/** The fields of tickets that a list reads. */
export type TicketDocumentView = DocumentView<TicketView, Ticket>;

/** One page of tickets. The page is cut before anything is joined to it. */
export const findTickets = (
  sql: Sql,
  query: TicketQuery,
  { columns, joins }: Pick<TicketDocumentView, 'columns' | 'joins'> = ticketViews.whole,
): Promise<TicketView[]> =>
  sql.query<TicketView>(
    `SELECT ${columns}
       FROM (SELECT * FROM ticket t WHERE t.project_id = $1 AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) t ${joins}
      ORDER BY ${query.orderBy}`,
    query.params,
  );

/** Those of the tickets that search finds, in any order. */
export const findSearchableTickets = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  { columns, joins, prepare }: TicketDocumentView,
): Promise<TicketView[]> =>
  sql.query<TicketView>(
    `SELECT ${columns} FROM ticket t ${joins}
      WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND ${SEARCHABLE}`,
    [projectId, ids],
    { prepare },
  );

/** Changes with every writing of a row that a ticket's document is made of: the transactions that wrote them. */
const VERSION = `concat(t.version, ' ', c.xmin, ' ', u.xmin, ' ', g.xmin) AS version`;
const WITH_VERSION = 't.*, t.xmin AS version';

/** A ticket with the version of what its document is made of. */
export type VersionedTicket = TicketView & RowVersion;

/** A version, with whether the ticket is unread for a person; null without one. */
export type ReadVersion = RowVersion & { isUnread: boolean | null };

/** The versions of what `findTickets` answers, with the readings of a person. */
export const findTicketVersions = (
  sql: Sql,
  query: TicketQuery,
  userId: string | null,
): Promise<ReadVersion[]> => {
  const person = `$${query.params.length + 1}`;
  const [unread, join] = userId === null ? ['NULL', ''] : [joinedUnread(person), joinReading(person)];
  return sql.query<ReadVersion>(
    `SELECT t.id, ${VERSION}, ${unread} AS "isUnread"
       FROM (SELECT ${WITH_VERSION} FROM ticket t WHERE t.project_id = $1 AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) t ${viewJoins} ${join}
      ORDER BY ${query.orderBy}`,
    userId === null ? query.params : [...query.params, userId],
  );
};

const SEARCHABLE_VERSIONS = `SELECT t.id, ${VERSION}, CASE WHEN $3::text IS NOT NULL THEN ${joinedUnread('$3')} END AS "isUnread"
  FROM (SELECT ${WITH_VERSION} FROM ticket t
         WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND ${SEARCHABLE}) t ${viewJoins} ${joinReading('$3')}`;

/** The versions of those of the tickets that search finds, in any order, with the readings of a person. */
export const findSearchableVersions = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  userId: string | null,
): Promise<ReadVersion[]> =>
  sql.query<ReadVersion>(SEARCHABLE_VERSIONS, [projectId, ids, userId], { prepare: true });

const VERSIONED = `SELECT ${viewColumns}, ${VERSION}
  FROM (SELECT ${WITH_VERSION} FROM ticket t WHERE t.project_id = $1 AND t.id = ANY ($2::text[])) t ${viewJoins}`;

/** Tickets with what their documents show, and their versions. */
export const findVersionedTickets = (
  sql: Sql,
  projectId: string,
  wanted: readonly RowVersion[],
): Promise<VersionedTicket[]> =>
  sql.query<VersionedTicket>(VERSIONED, [projectId, wanted.map(({ id }) => id)], { prepare: true });

/** Ids of one page of tickets, in its order. */
export const findTicketIds = async (sql: Sql, query: TicketQuery): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT t.id FROM ticket t WHERE t.project_id = $1 AND ${query.where}
      ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}`,
    query.params,
  );
  return rows.map(({ id }) => id);
};

/** How many tickets match. */
export const countTickets = async (sql: Sql, { where, params }: TicketCondition): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ticket t WHERE t.project_id = $1 AND ${where}`,
    params,
  );
  return row?.count ?? 0;
};

/** A status and how many tickets have it. */
export interface StatusCount {
  status: string;
  count: number;
}

/** Tickets that match, per status. */
export const countByStatus = (sql: Sql, { where, params }: TicketCondition): Promise<StatusCount[]> =>
  sql.query<StatusCount>(
    `SELECT t.status, count(*)::integer AS count FROM ticket t WHERE t.project_id = $1 AND ${where}
      GROUP BY t.status ORDER BY t.status COLLATE "C"`,
    params,
  );

/** Listed tickets by conditions on type and status alone (over `t`), from the kept counts. */
export const keptCount = async (sql: Sql, { where, params }: TicketCondition): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT coalesce(sum(t.count), 0)::integer AS count FROM ticket_count t WHERE t.project_id = $1 AND ${where}`,
    params,
  );
  return row?.count ?? 0;
};

/** As `keptCount`, per status. */
export const keptCountByStatus = (sql: Sql, { where, params }: TicketCondition): Promise<StatusCount[]> =>
  sql.query<StatusCount>(
    `SELECT t.status, sum(t.count)::integer AS count FROM ticket_count t
      WHERE t.project_id = $1 AND t.count > 0 AND ${where} GROUP BY t.status ORDER BY t.status`,
    params,
  );
