import { projectScope } from '@parley/auth';
import { inOrder } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  SearchTicketsExtendedRequest,
  SearchTicketsExtendedResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { Deps } from '../deps';
import { termRequired } from '../tickets';
import { isSearchable, presentTicket, getTickets } from '../core';
import { findSearchable } from './session-tickets.store';

/** Most tickets of each bucket. */
export const MAX_RESULTS = 250;
/** Most contacts with tickets in the answer. */
const MAX_CONTACTS = 500;

const BROAD = 'BROAD';

interface Question {
  projectId: string;
  term: string;
  anyWord: boolean;
}

const searchByContact = async (
  { db, contactLookup }: Pick<Deps, 'db' | 'contactLookup'>,
  { projectId, term, anyWord }: Question,
  context: CallContext,
): Promise<Ticket[]> => {
  const { ids } = await contactLookup.matchContacts({ words: term, anyWord, limit: MAX_CONTACTS }, context);
  const rows = ids.length > 0 ? await findSearchable(db, projectId, ids, MAX_RESULTS) : [];
  return rows.map(presentTicket);
};

const searchByText = async (
  { db, search }: Pick<Deps, 'db' | 'search'>,
  { projectId, term, anyWord }: Question,
): Promise<Ticket[]> => {
  const match = anyWord ? 'any' : 'all';
  const { hits } = await search.search({ projectId, query: term, limit: MAX_RESULTS, match });
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await getTickets(db, projectId, ids) : [];
  return inOrder(ids, rows.filter(isSearchable)).map(presentTicket);
};

/** Tickets found by their contacts, and tickets found by their texts; a ticket may be in both lists. */
export const searchTicketsExtended = async (
  deps: Pick<Deps, 'db' | 'search' | 'contactLookup'>,
  { searchTerm, type }: SearchTicketsExtendedRequest,
  context: CallContext,
): Promise<SearchTicketsExtendedResponse> => {
  const { projectId } = projectScope(context.scope);
  const term = searchTerm.trim();
  if (term === '') throw termRequired();
  const question = { projectId, term, anyWord: type === BROAD };
  const [sessionResults, generalResults] = await Promise.all([
    searchByContact(deps, question, context),
    searchByText(deps, question),
  ]);
  return { sessionResults, generalResults };
};
