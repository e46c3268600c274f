import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  FindTicketsBySessionRequest,
  FindTicketsBySessionResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import type { Deps } from '../deps';
import { ticketView } from '../core';
import { findListed } from './session-tickets.store';

export const MAX_CONTACTS = 100;
export const MAX_TICKETS = 500;

const CUSTOM_DATA = 'customData.';

/** The listed tickets of the contacts that match every identifier given. 400 `invalid_query` without one. */
export const findTicketsBySession = async (
  { db, contactLookup }: Pick<Deps, 'db' | 'contactLookup'>,
  { email, userId, phone, filter, fields }: FindTicketsBySessionRequest,
  context: CallContext,
): Promise<FindTicketsBySessionResponse> => {
  const { projectId } = projectScope(context.scope);
  const other = filter.find(({ field }) => !field.startsWith(CUSTOM_DATA));
  if (other)
    throw invalidQuery(other.field, 'Contacts are found by email, userId, phone and customData.* only.');
  const { ids } = await contactLookup.findContacts(
    {
      // An unescaped `+` arrives as a space, as it does in any query.
      email: email?.trim().replaceAll(' ', '+'),
      userId,
      phone: phone?.replace(/^ /, '+'),
      filter,
      limit: MAX_CONTACTS,
    },
    context,
  );
  if (ids.length === 0) return { tickets: [], count: 0, totalCount: 0 };
  const view = ticketView(fields);
  const { rows, total } = await findListed(db, projectId, ids, MAX_TICKETS, view);
  return { tickets: rows.map(view.present), count: rows.length, totalCount: total };
};
