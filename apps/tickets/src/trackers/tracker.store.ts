import { compileList, type ListFields, type ListQuery, type Sql } from '@parley/persistence';
import { type TicketView, findTickets, LISTED } from '../core';
import { ticketFields, ticketSortable } from '../tickets';

/** A query for tracker tickets, and the page of it. */
export interface TrackerQuery extends ListQuery {
  /** Part of title or description; undefined for all. */
  text: string | undefined;
}

const MAX_BUG_ID = 2 ** 31 - 1;

const asBugId = (text: string | undefined): number | null => {
  const digits = /^#?(\d{1,10})$/.exec(text ?? '')?.[1];
  return digits !== undefined && Number(digits) <= MAX_BUG_ID ? Number(digits) : null;
};

const asPattern = (text: string | undefined): string | null =>
  text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;

const FOUND = `t.is_tracker AND ${LISTED}
  AND ($2::text IS NULL OR t.title ILIKE $2 OR t.description ILIKE $2 OR t.bug_id = $3::integer)`;

/** Tracker tickets of a page, and how many there are when no limit is named. */
export const PAGE_SIZE = 20;
/** Most tracker tickets of one answer. */
export const MAX_LIMIT = 100;

const trackerList: ListFields = {
  fields: ticketFields,
  sortable: ticketSortable,
  order: '-createdAt',
  page: { default: PAGE_SIZE, max: MAX_LIMIT },
};

/** Tracker tickets of a project. `page` counts from 1, before `skip`. */
export const findTrackers = (
  sql: Sql,
  projectId: string,
  page: number,
  { text, ...query }: TrackerQuery,
): Promise<TicketView[]> => {
  const params: unknown[] = [projectId, asPattern(text), asBugId(text)];
  const { where, orderBy, skip, limit } = compileList(query, trackerList, params);
  return findTickets(sql, {
    where: `${FOUND} AND ${where}`,
    orderBy,
    skip: (page - 1) * limit + skip,
    limit,
    params,
  });
};
