import { projectScope } from '@parley/auth';
import { compileFilter, compilePage, compileSort } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListTicketsRequest,
  ListTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { Deps } from '../deps';
import { ticketFields, ticketSortable } from './ticket.fields';
import { countTickets, findTickets, keptCount, LISTED, presentTicket } from '../core';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

/** The switches of a list. */
export type Exclusions = Pick<ListTicketsRequest, 'archived' | 'ignoreArchived' | 'hidden' | 'isSpam'>;

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

/** Fields with kept counts of their combinations. */
const counted: readonly string[] = ['type', 'status'];

/** Whether the kept counts answer how many match. */
export const isCounted = (filter: readonly { field: string; operator: string }[]): boolean =>
  filter.every(({ field, operator }) => counted.includes(field) && ['eq', 'ne'].includes(operator));

/** A page of the project's tickets, newest first by default, and the number of all matches; as text for callers that want text. */
export const listTickets = async (
  { db, ticketTexts }: Pick<Deps, 'db' | 'ticketTexts'>,
  request: ListTicketsRequest,
  context: CallContext,
): Promise<ListTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const { filter, skip, limit, sort } = request;
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, ticketSortable, '-createdAt', ticketFields);
  const params: unknown[] = [projectId];
  const matches = compileFilter(filter, ticketFields, params);
  const where = `${listedWhere(request)} AND ${matches}`;
  const isKept = isDefault(request) && isCounted(filter);
  const query = { where, params, orderBy, ...page };
  const total = () =>
    isKept ? keptCount(db, { where: matches, params }) : countTickets(db, { where, params });
  if (request.asText) {
    const [{ text, count }, totalCount] = await Promise.all([ticketTexts.page(query), total()]);
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
