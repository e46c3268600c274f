import { type Sql } from '@parley/persistence';
import { type TicketView } from '../tickets/ticket';
import { viewColumns, viewJoins } from '../tickets/ticket.columns';
import { LISTED } from '../tickets/ticket.list.store';

/** What to look for among tracker tickets, and which part of it. */
export interface TrackerQuery {
  /** Part of title or description; undefined for all. */
  text: string | undefined;
  skip: number;
  limit: number;
}

const MAX_BUG_ID = 2 ** 31 - 1;

const asBugId = (text: string | undefined): number | null => {
  const digits = /^#?(\d{1,10})$/.exec(text ?? '')?.[1];
  return digits !== undefined && Number(digits) <= MAX_BUG_ID ? Number(digits) : null;
};

const asPattern = (text: string | undefined): string | null =>
  text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;

const FIND = `SELECT ${viewColumns}
  FROM (SELECT * FROM ticket t WHERE t.project_id = $1 AND t.is_tracker AND ${LISTED}
           AND ($2::text IS NULL OR t.title ILIKE $2 OR t.description ILIKE $2 OR t.bug_id = $3::integer)
         ORDER BY t.id DESC LIMIT $4 OFFSET $5) t ${viewJoins}
 ORDER BY t.id DESC`;

/** Tracker tickets of a project, newest first. */
export const findTrackers = (
  sql: Sql,
  projectId: string,
  { text, skip, limit }: TrackerQuery,
): Promise<TicketView[]> =>
  sql.query<TicketView>(FIND, [projectId, asPattern(text), asBugId(text), limit, skip]);
