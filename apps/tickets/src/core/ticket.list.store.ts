import type { RowVersion } from '@parley/cache';
import type { Sql } from '@parley/persistence';
import { SEARCHABLE } from './search-documents.store';
import { viewColumns, viewJoins } from './ticket.columns';
import type { TicketView } from './ticket';

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

/** One page of tickets. The page is cut before anything is joined to it. */
export const findTickets = (sql: Sql, query: TicketQuery): Promise<TicketView[]> =>
  sql.query<TicketView>(
    `SELECT ${viewColumns}
       FROM (SELECT * FROM ticket t WHERE t.project_id = $1 AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) t ${viewJoins}
      ORDER BY ${query.orderBy}`,
    query.params,
  );

/** Changes with every writing of a row that a ticket's document is made of: the transactions that wrote them. */
const VERSION = `concat(t.version, ' ', c.xmin, ' ', u.xmin, ' ', g.xmin) AS version`;
const WITH_VERSION = 't.*, t.xmin AS version';

/** A ticket with the version of what its document is made of. */
export type VersionedTicket = TicketView & RowVersion;

/** The versions of what `findTickets` answers. */
export const findTicketVersions = (sql: Sql, query: TicketQuery): Promise<RowVersion[]> =>
  sql.query<RowVersion>(
    `SELECT t.id, ${VERSION}
       FROM (SELECT ${WITH_VERSION} FROM ticket t WHERE t.project_id = $1 AND ${query.where}
              ORDER BY ${query.orderBy} LIMIT ${query.limit} OFFSET ${query.skip}) t ${viewJoins}
      ORDER BY ${query.orderBy}`,
    query.params,
  );

const SEARCHABLE_VERSIONS = `SELECT t.id, ${VERSION}
  FROM (SELECT ${WITH_VERSION} FROM ticket t
         WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND ${SEARCHABLE}) t ${viewJoins}`;

/** The versions of those of the tickets that search finds, in any order. */
export const findSearchableVersions = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<RowVersion[]> => sql.query<RowVersion>(SEARCHABLE_VERSIONS, [projectId, ids], { prepare: true });

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
