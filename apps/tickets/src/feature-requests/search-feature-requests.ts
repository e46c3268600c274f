import { projectScope } from '@parley/auth';
import { inOrder, invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  SearchFeatureRequestsRequest,
  SearchFeatureRequestsResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { Deps } from '../deps';
import { presentTicket, getTickets } from '../core';
import { listNewest } from './request-text.store';

/** Most matches, and how many there are when none is named. */
const MAX_MATCHES = 10;
/** Most feature requests that are compared, the newest. */
const MAX_COMPARED = 100_000;

/** Feature requests similar to a text, most similar first. */
export const searchFeatureRequests = async (
  { db, comparison }: Pick<Deps, 'db' | 'comparison'>,
  { query, limit, minScore }: SearchFeatureRequestsRequest,
  context: CallContext,
): Promise<SearchFeatureRequestsResponse> => {
  const { projectId } = projectScope(context.scope);
  const text = query.trim();
  if (text === '') throw invalidQuery('query', 'Say what to look for.');
  const asked = {
    query: text,
    ticketIds: await listNewest(db, projectId, MAX_COMPARED),
    limit: limit > 0 ? Math.min(limit, MAX_MATCHES) : MAX_MATCHES,
    ...(minScore !== undefined && { minSimilarity: minScore }),
  };
  const { tickets } = await comparison.rankTickets(asked, context);
  const ids = tickets.map(({ ticketId }) => ticketId);
  const scores = new Map(tickets.map(({ ticketId, similarity }) => [ticketId, similarity]));
  const rows = inOrder(ids, await getTickets(db, projectId, ids));
  return { matches: rows.map((row) => presentTicket({ ...row, score: scores.get(row.id) ?? 0 })) };
};
