import { cosineOfBytes, computeSignature } from '@parley/ai';
import { redact } from '@parley/answers';
import type { Deps } from '../deps';
import { nearestTickets } from './ticket-vector.store';

const SIMILARITY_DIGITS = 1e4;

/** What tickets are compared with. */
interface Asked {
  query: string;
  /** Least similarity. */
  least: number;
  /** Vectors that are compared exactly. */
  candidates: number;
  exclude?: string | undefined;
  /** Compares only these tickets, by title and description. */
  among?: readonly string[];
}

/** Tickets similar to a text, most similar first. */
export const findNear = async (
  { db, space }: Pick<Deps, 'db' | 'space'>,
  projectId: string,
  { query, least, candidates, exclude, among }: Asked,
  signal: AbortSignal,
): Promise<{ ticketId: string; similarity: number }[]> => {
  // Vectors of tickets are made without secrets: a query with one is compared as they are, and the model sees none.
  const embedded = await space.embed([redact(query)], signal);
  const [asked] = embedded.vectors;
  if (!asked) throw new Error('The model made no vector');
  const near = await nearestTickets(db, projectId, {
    space: embedded.space,
    signature: computeSignature(asked),
    exclude,
    limit: candidates,
    among,
  });
  const similarities = new Map<string, number>();
  for (const { ticketId, vector } of near)
    similarities.set(ticketId, Math.max(similarities.get(ticketId) ?? 0, cosineOfBytes(asked, vector)));
  return [...similarities]
    .filter(([, similarity]) => similarity >= least)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([ticketId, similarity]) => ({
      ticketId,
      similarity: Math.round(similarity * SIMILARITY_DIGITS) / SIMILARITY_DIGITS,
    }));
};
