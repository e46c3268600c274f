import { projectScope } from '@parley/auth';
import { DomainError } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  SearchTicketsRequest,
  SearchTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { personId } from '../caller-id';
import type { Deps } from '../deps';
import { isSearchable, presentTicket, ticketViews, type TicketView, getTickets } from '../core';
import { writeFoundParts } from './ticket-parts';

/** Most hits, and how many there are when none is named. */
export const MAX_HITS = 30;

/** 400 `invalid_query`: the search term is missing. */
export const termRequired = (): DomainError =>
  new DomainError('invalid', 'INVALID_QUERY', 'searchTerm: Give something to look for.', {
    fields: [{ field: 'searchTerm', message: 'Give something to look for.' }],
  });

/** The field of a hit with its snippets, which cost more than the rest of it. */
const HIGHLIGHT = 'highlight';

/** Characters of a snippet of a card: one line. */
const CARD_SNIPPET = 160;

/** Hits of which those of a type or state are kept. */
const FOUND = 250;

/** What keeps the tickets that are asked for; undefined when all are. */
const wanting = (asked: {
  type: string | undefined;
  status: string | undefined;
}): ((row: Pick<TicketView, 'type' | 'status'>) => boolean) | undefined => {
  const splitList = (text = ''): string[] => text.split(',').filter((one) => one !== '');
  const [types, states] = [splitList(asked.type), splitList(asked.status)];
  if (types.length === 0 && states.length === 0) return undefined;
  return ({ type, status }) =>
    (types.length === 0 || types.includes(type)) && (states.length === 0 || states.includes(status));
};

/** Tickets by relevance; all words must be found. The documents are those of the database, in the order of the hits. */
export const searchTickets = async (
  { db, search, ticketTexts, isUnread }: Pick<Deps, 'db' | 'search' | 'ticketTexts' | 'isUnread'>,
  { searchTerm, limit, asText, type, status, fields }: SearchTicketsRequest,
  context: CallContext,
): Promise<SearchTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const query = searchTerm.trim();
  if (query === '') throw termRequired();
  const most = limit > 0 ? Math.min(limit, MAX_HITS) : MAX_HITS;
  const isWanted = wanting({ type, status });
  const isCut = asText && fields.length > 0;
  const withHighlight = !isCut || fields.includes(HIGHLIGHT);
  const { hits } = await search.search({
    projectId,
    query,
    limit: isWanted ? FOUND : most,
    match: 'all',
    ...(isCut && { snippetCharacters: withHighlight ? CARD_SNIPPET : 0 }),
  });
  if (isCut) {
    const view = ticketViews.of(
      fields.filter((field) => field !== HIGHLIGHT),
      ['type', 'status'],
    );
    const chosen = { view, withHighlight, userId: personId(context) };
    return {
      hits: [],
      text: `{"hits":${await writeFoundParts({ db, isUnread }, projectId, hits, { isWanted, most }, chosen)}}`,
    };
  }
  if (asText && !isWanted)
    return { hits: [], text: `{"hits":${await ticketTexts.hits(projectId, hits, personId(context))}}` };
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await getTickets(db, projectId, ids) : [];
  const kept = rows.filter((row) => isSearchable(row) && (isWanted?.(row) ?? true));
  const found = new Map(kept.map((row) => [row.id, row]));
  const best = hits.filter(({ id }) => found.has(id)).slice(0, most);
  return {
    hits: best.flatMap(({ id, score, highlight }) => {
      const row = found.get(id);
      return row ? [{ ticket: presentTicket({ ...row, score }), highlight }] : [];
    }),
    text: '',
  };
};
