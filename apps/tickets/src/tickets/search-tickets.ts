import { projectScope } from '@parley/auth';
import { DomainError } from '@parley/errors';
import { type CallContext } from '@parley/rpc';
import {
  type SearchTicketsRequest,
  type SearchTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { type Deps } from '../deps';
import { isSearchable } from './ticket';
import { presentTicket } from './ticket.present';
import { getTickets } from './ticket.store';

/** Most hits, and how many there are when none is named. */
export const MAX_HITS = 30;

/** 400 `invalid_query`: there is nothing to look for. */
export const termRequired = (): DomainError =>
  new DomainError('invalid', 'INVALID_QUERY', 'searchTerm: Give something to look for.', {
    fields: [{ field: 'searchTerm', message: 'Give something to look for.' }],
  });

/** Tickets by relevance; all words must be found. The documents are those of the database, in the order of the hits. */
export const searchTickets = async (
  { db, search, ticketTexts }: Pick<Deps, 'db' | 'search' | 'ticketTexts'>,
  { searchTerm, limit, asText }: SearchTicketsRequest,
  context: CallContext,
): Promise<SearchTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const query = searchTerm.trim();
  if (query === '') throw termRequired();
  const most = limit > 0 ? Math.min(limit, MAX_HITS) : MAX_HITS;
  const { hits } = await search.search({ projectId, query, limit: most, match: 'all' });
  if (asText) return { hits: [], text: `{"hits":${await ticketTexts.hits(projectId, hits)}}` };
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await getTickets(db, projectId, ids) : [];
  const found = new Map(rows.filter(isSearchable).map((row) => [row.id, row]));
  return {
    hits: hits.flatMap(({ id, score, highlight }) => {
      const row = found.get(id);
      return row ? [{ ticket: presentTicket({ ...row, score }), highlight }] : [];
    }),
    text: '',
  };
};
