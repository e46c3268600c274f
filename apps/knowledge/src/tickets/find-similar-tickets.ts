import { cosineOfBytes, computeSignature } from '@parley/ai';
import { redact } from '@parley/answers';
import { projectScope } from '@parley/auth';
import type {
  FindSimilarTicketsRequest,
  FindSimilarTicketsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { readLimit, readText } from '../search';
import { nearestTickets } from './ticket-vector.store';

/** From this cosine on a ticket is alike. */
const LEAST = 0.3;
const MAX_RESULTS = 20;
const DEFAULT_RESULTS = 5;
/** Vectors that are compared exactly. */
const CANDIDATES = 300;
/** Tickets that are looked at once more: some may be hidden or gone since they were read. */
const CHECKED = 60;
const MAX_CONTENT = 500;
const SIMILARITY_DIGITS = 1e4;

/** Tickets with public texts similar to a text, most similar first. */
export const findSimilarTickets = async (
  { db, space, tickets }: Pick<Deps, 'db' | 'space' | 'tickets'>,
  request: FindSimilarTicketsRequest,
  context: CallContext,
): Promise<FindSimilarTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  // Vectors of tickets are made without secrets: a query with one is compared as they are, and the model sees none.
  const query = redact(readText('query', request.query, 8_000));
  const limit = readLimit(request.limit, DEFAULT_RESULTS, MAX_RESULTS);
  const embedded = await space.embed([query], context.signal);
  const [asked] = embedded.vectors;
  if (!asked) throw new Error('The model made no vector');
  const near = await nearestTickets(db, projectId, {
    space: embedded.space,
    signature: computeSignature(asked),
    exclude: request.excludeTicketId,
    limit: CANDIDATES,
  });
  const similarities = new Map<string, number>();
  for (const { ticketId, vector } of near)
    similarities.set(ticketId, Math.max(similarities.get(ticketId) ?? 0, cosineOfBytes(asked, vector)));
  const best = [...similarities]
    .filter(([, similarity]) => similarity >= LEAST)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, CHECKED);
  const texts =
    best.length > 0
      ? await tickets.texts(
          projectId,
          best.map(([id]) => id),
          false,
        )
      : [];
  const results = best
    .flatMap(([ticketId, similarity]) => {
      const text = texts.find((one) => one.ticketId === ticketId);
      if (!text) return [];
      return [
        {
          ticketId,
          title: redact(text.title),
          similarity: Math.round(similarity * SIMILARITY_DIGITS) / SIMILARITY_DIGITS,
          content: Array.from(redact(text.content)).slice(0, MAX_CONTENT).join('').trim(),
        },
      ];
    })
    .slice(0, limit);
  return { results, count: results.length };
};
