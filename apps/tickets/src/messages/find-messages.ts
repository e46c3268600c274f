import { projectScope, sameText } from '@parley/auth';
import { notFound } from '@parley/errors';
import {
  compileFilter,
  compilePage,
  compileSort,
  cutPage,
  type FilterCondition,
  makeFirstId,
  invalidQuery,
  isId,
  keysetAfter,
  readDate,
  type Sql,
} from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  FindMessagesRequest,
  FindMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { messageFields, messageSortable } from './message.fields';
import { findMessages as findRows, mergedTickets } from './message.store';
import { messageViews } from './message.view';
import { findNamedTickets } from '../core';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

const NEWEST_FIRST = '-createdAt';
const creationOrders: Readonly<Record<string, 'ascending' | 'descending'>> = {
  '-createdAt': 'descending',
  '-id': 'descending',
  createdAt: 'ascending',
  id: 'ascending',
};

const afterCursor = (before: string | undefined, sort: string, params: unknown[]): string => {
  if (before === undefined) return 'TRUE';
  const order = creationOrders[sort];
  if (!order) throw invalidQuery('before', 'Page by message id only in the order of createdAt.');
  return keysetAfter(['m.id'], order, [before], params);
};

/**
 * Conditions on `createdAt` as conditions on ids, which begin with that time: so the index of lists skips rows that are too new or
 * too old.
 */
const idBounds = (conditions: readonly FilterCondition[], params: unknown[]): string[] => {
  const place = (value: string, later: number): string =>
    `$${params.push(makeFirstId(Date.parse(readDate('createdAt', value)) + later))}`;
  return conditions.flatMap(({ field, operator, values: [value = ''] }) => {
    if (field !== 'createdAt') return [];
    if (operator === 'gt' || operator === 'gte') return [`m.id >= ${place(value, 0)}`];
    return operator === 'lt' || operator === 'lte' ? [`m.id < ${place(value, 1)}`] : [];
  });
};

/** The key of a ticket: its id, running number or share token. */
const NUMBER = /^[1-9]\d{0,8}$/;
const ID_CHARACTERS = 24;

/** The ids of tickets that a query names. 404 `ticket_not_found` for what names none. */
const namedTickets = async (db: Sql, projectId: string, names: readonly string[]): Promise<string[]> => {
  const known = await findNamedTickets(db, projectId, {
    ids: names.map((name) => name.slice(0, ID_CHARACTERS)).filter(isId),
    numbers: names.filter((name) => NUMBER.test(name)).map(Number),
  });
  return names.map((name) => {
    const found = known.find(
      ({ id, bugId, shareToken, secretShareToken }) =>
        name === id ||
        name === String(bugId) ||
        [shareToken, secretShareToken].some((token) => sameText(name, token)),
    );
    if (!found) throw notFound('ticket');
    return found.id;
  });
};

/** Who asks for a ticket's messages gets those of the tickets that were merged into it too. */
const withMerged = (
  db: Sql,
  projectId: string,
  filter: FindMessagesRequest['filter'],
  showHistory: boolean,
): Promise<FindMessagesRequest['filter']> =>
  Promise.all(
    filter.map(async (condition) => {
      const { field, operator, values } = condition;
      if (field !== 'ticket' || operator !== 'eq') return condition;
      const named = namedTickets(db, projectId, values);
      const ids = values.every(isId) ? values : await named;
      const [merged] = await Promise.all([showHistory ? mergedTickets(db, projectId, ids) : [], named]);
      return { ...condition, values: [...ids, ...merged] };
    }),
  );

/** Messages, newest first by default; replies in threads are left out. */
export const findMessages = async (
  { db }: Pick<Deps, 'db'>,
  { filter, skip, limit, sort = NEWEST_FIRST, before, showHistory = true, fields }: FindMessagesRequest,
  context: CallContext,
): Promise<FindMessagesResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, messageSortable, NEWEST_FIRST, messageFields);
  const params: unknown[] = [projectId];
  const conditions = await withMerged(db, projectId, filter, showHistory);
  const matches = compileFilter(conditions, messageFields, params);
  const where = [matches, ...idBounds(conditions, params), afterCursor(before, sort, params)].join(' AND ');
  const view = messageViews.of(fields);
  const shown = { where, orderBy, skip: page.skip, limit: page.limit + 1, params };
  const rows = await findRows(db, shown, view);
  const { items, hasMore, nextBefore } = cutPage(rows, page.limit);
  return { items: items.map(view.present), hasMore, nextBefore };
};
