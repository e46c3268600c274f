import { redact } from '@parley/answers';
import { projectScope } from '@parley/auth';
import type {
  FindSimilarTicketsRequest,
  FindSimilarTicketsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { readLimit, readText } from '../search';
import { findNear } from './find-near';

/** From this cosine on a ticket is alike. */
const LEAST = 0.3;
const MAX_RESULTS = 20;
const DEFAULT_RESULTS = 5;
/** Vectors that are compared exactly. */
const CANDIDATES = 300;
/** Tickets that are looked at once more: some may be hidden or gone since they were read. */
const CHECKED = 60;
const MAX_CONTENT = 500;

/** Tickets with public texts similar to a text, most similar first. */
export const findSimilarTickets = async (
  { db, space, tickets }: Pick<Deps, 'db' | 'space' | 'tickets'>,
  request: FindSimilarTicketsRequest,
  context: CallContext,
): Promise<FindSimilarTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const query = readText('query', request.query, 8_000);
  const limit = readLimit(request.limit, DEFAULT_RESULTS, MAX_RESULTS);
  const asked = { query, least: LEAST, candidates: CANDIDATES, exclude: request.excludeTicketId };
  const best = (await findNear({ db, space }, projectId, asked, context.signal)).slice(0, CHECKED);
  const texts =
    best.length > 0
      ? await tickets.texts(
          projectId,
          best.map(({ ticketId }) => ticketId),
          false,
        )
      : [];
  const results = best
    .flatMap(({ ticketId, similarity }) => {
      const text = texts.find((one) => one.ticketId === ticketId);
      if (!text) return [];
      return [
        {
          ticketId,
          title: redact(text.title),
          similarity,
          content: Array.from(redact(text.content)).slice(0, MAX_CONTENT).join('').trim(),
        },
      ];
    })
    .slice(0, limit);
  return { results, count: results.length };
};
