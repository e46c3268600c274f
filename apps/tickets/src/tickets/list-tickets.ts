import { projectScope } from '@parley/auth';
import { compileFilter, compilePage, compileSort, invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListTicketsRequest,
  ListTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { personId } from '../caller-id';
import type { Deps } from '../deps';
import { ticketFields, ticketSortable } from './ticket.fields';
import {
  countTickets,
  findTickets,
  isUnreadFor,
  keptCount,
  LISTED,
  presentTicket,
  ticketViews,
} from '../core';
import { writeListedParts } from './ticket-parts';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

/** The switches of a list. */
export type Exclusions = Partial<
  Pick<ListTicketsRequest, 'archived' | 'ignoreArchived' | 'hidden' | 'isSpam'>
>;

/** Tickets that a list omits unless asked for. The rules are in docs/rules/tickets.md. */
export const exclusions = ({ archived, ignoreArchived, hidden, isSpam }: Exclusions): string => {
  const conditions = ['t.duplicate_of_id IS NULL'];
  if (archived) conditions.push('t.archived');
  else if (ignoreArchived !== false) conditions.push('NOT t.archived');
  conditions.push(hidden ? 't.hidden' : 'NOT t.hidden');
  conditions.push(isSpam ? 't.is_spam' : 'NOT t.is_spam');
  return conditions.join(' AND ');
};

const isDefault = ({ archived, ignoreArchived, hidden, isSpam }: Exclusions): boolean =>
  !archived && ignoreArchived !== false && !hidden && !isSpam;

/** The tickets that a list shows, before its filters, as SQL over `t`. */
export const listedWhere = (flags: Exclusions): string => (isDefault(flags) ? LISTED : exclusions(flags));

/** The tickets that are unread for a person, or those that are not, as SQL over `t`; its values are appended to `params`. */
export const unreadWhere = (
  unreadForMe: boolean | undefined,
  userId: string | null,
  params: unknown[],
): string => {
  if (unreadForMe === undefined) return 'TRUE';
  if (userId === null)
    throw invalidQuery('unreadForMe', 'Only people read tickets: a service account has no mark of its own.');
  const isUnread = isUnreadFor(`$${params.push(userId)}`);
  return unreadForMe ? isUnread : `${isUnread} IS NOT TRUE`;
};

/** Fields with kept counts of their combinations. */
const counted: readonly string[] = ['type', 'status'];

/** Whether the kept counts answer how many match. */
export const isCounted = (filter: readonly { field: string; operator: string }[]): boolean =>
  filter.every(({ field, operator }) => counted.includes(field) && ['eq', 'ne'].includes(operator));

/**
 * A page of the project's tickets, newest first by default, and the number of all matches; as text for callers that want text. Only
 * texts leave out fields that were not chosen.
 */
export const listTickets = async (
  { db, ticketTexts, isUnread }: Pick<Deps, 'db' | 'ticketTexts' | 'isUnread'>,
  request: ListTicketsRequest,
  context: CallContext,
): Promise<ListTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const userId = personId(context);
  const { filter, skip, limit, sort, unreadForMe, fields } = request;
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, ticketSortable, '-createdAt', ticketFields);
  const params: unknown[] = [projectId];
  const matches = compileFilter(filter, ticketFields, params);
  const where = `${listedWhere(request)} AND ${matches} AND ${unreadWhere(unreadForMe, userId, params)}`;
  const isKept = isDefault(request) && isCounted(filter) && unreadForMe === undefined;
  const query = { where, params, orderBy, ...page };
  const total = () =>
    isKept ? keptCount(db, { where: matches, params }) : countTickets(db, { where, params });
  if (request.asText) {
    const page =
      fields.length > 0
        ? writeListedParts({ db, isUnread }, query, { view: ticketViews.of(fields), userId })
        : ticketTexts.page(query, userId);
    const [{ text, count }, totalCount] = await Promise.all([page, total()]);
    return {
      tickets: [],
      count,
      totalCount,
      text: `{"tickets":${text},"count":${count},"totalCount":${totalCount}}`,
    };
  }
  const [rows, totalCount] = await Promise.all([findTickets(db, query), total()]);
  return { tickets: rows.map(presentTicket), count: rows.length, totalCount, text: '' };
};
