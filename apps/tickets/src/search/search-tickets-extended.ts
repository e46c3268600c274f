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
import { findSearchableTickets, type TicketDocumentView, ticketView } from '../core';
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
  view: TicketDocumentView;
}

const searchByContact = async (
  { db, contactLookup }: Pick<Deps, 'db' | 'contactLookup'>,
  { projectId, term, anyWord, view }: Question,
  context: CallContext,
): Promise<Ticket[]> => {
  const { ids } = await contactLookup.matchContacts({ words: term, anyWord, limit: MAX_CONTACTS }, context);
  const rows = ids.length > 0 ? await findSearchable(db, projectId, ids, MAX_RESULTS, view) : [];
  return rows.map(view.present);
};

const searchByText = async (
  { db, search }: Pick<Deps, 'db' | 'search'>,
  { projectId, term, anyWord, view }: Question,
): Promise<Ticket[]> => {
  const match = anyWord ? 'any' : 'all';
  const { hits } = await search.search({
    projectId,
    query: term,
    limit: MAX_RESULTS,
    match,
    snippetCharacters: 0,
  });
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await findSearchableTickets(db, projectId, ids, view) : [];
  return inOrder(ids, rows).map(view.present);
};

/** Tickets found by their contacts, and tickets found by their texts; a ticket may be in both lists. */
export const searchTicketsExtended = async (
  deps: Pick<Deps, 'db' | 'search' | 'contactLookup'>,
  { searchTerm, type, fields }: SearchTicketsExtendedRequest,
  context: CallContext,
): Promise<SearchTicketsExtendedResponse> => {
  const { projectId } = projectScope(context.scope);
  const term = searchTerm.trim();
  if (term === '') throw termRequired();
  const question = { projectId, term, anyWord: type === BROAD, view: ticketView(fields) };
  const [sessionResults, generalResults] = await Promise.all([
    searchByContact(deps, question, context),
    searchByText(deps, question),
  ]);
  return { sessionResults, generalResults };
};
