import { computeSignature, fromSignedBytes, packSignature } from '@parley/ai';
import { isUnavailable } from '@parley/errors';
import { inOrder } from '@parley/persistence';
import type {
  GroupTicketsRequest,
  GroupTicketsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import type { CallContext } from '@parley/rpc';
import { mapInTurns } from '@parley/timing';
import type { Deps } from '../deps';
import { findDoubtful } from '../sources';
import { type Comparable, groupAlike } from './group-alike';
import { toParts } from './read-tickets';
import { getVectors } from './ticket-vector.store';

/** Most tickets that are compared. Source: service document, Limits. */
const MAX_TICKETS = 2_000;
/** Tickets that are read at once. */
const BATCH = 100;

type Needed = Pick<Deps, 'db' | 'ai' | 'space' | 'tickets'>;

/** Groups of tickets that say the same. Their texts are read now, because events about changes may still be on their way. */
export const groupTickets = async (
  deps: Needed,
  { ticketIds }: GroupTicketsRequest,
  context: CallContext,
): Promise<GroupTicketsResponse> => {
  const { projectId = '' } = context.scope;
  const { ai, space } = deps;
  const model = space.current() ?? (await space.probe()).space;
  const compared: Comparable[] = [];
  for (let start = 0; start < Math.min(ticketIds.length, MAX_TICKETS); start += BATCH) {
    const ids = ticketIds.slice(start, start + BATCH);
    compared.push(...inOrder(ids, await readVectors(deps, { projectId, ids, model }, context.signal)));
  }
  return { groups: await groupAlike(compared, ai.similarity.same, context.signal) };
};

/** Vectors of the present texts: kept ones, or new ones that only this comparison uses. */
const readVectors = async (
  { db, space, tickets }: Needed,
  { projectId, ids, model }: { projectId: string; ids: readonly string[]; model: string },
  signal: AbortSignal,
): Promise<Comparable[]> => {
  const [texts, kept, doubtful] = await Promise.all([
    tickets.texts(projectId, ids, false),
    getVectors(db, projectId, ids, model),
    findDoubtful(db, 'ticket', projectId, ids),
  ]);
  const parts = texts.flatMap((text) => toParts({ ...text, text: '' }));
  const known = kept.filter((one) =>
    parts.some(({ ticketId, hash }) => ticketId === one.id && hash === one.hash),
  );
  const isKnown = (id: string): boolean => known.some((one) => one.id === id);
  const fresh = parts.filter(({ ticketId }) => !isKnown(ticketId) && !doubtful.has(ticketId));
  const vectors = await embedApart(
    space,
    model,
    fresh.map(({ text }) => text),
    signal,
  );
  const made = await mapInTurns(fresh.entries(), ([index, { ticketId: id }]) => {
    const vector = vectors[index];
    return vector ? [{ id, vector, signature: packSignature(computeSignature(vector)) }] : [];
  });
  return [
    ...made.flat(),
    ...known.map(({ id, vector, signature }) => ({
      id,
      vector: fromSignedBytes(vector),
      signature: packSignature(signature),
    })),
  ];
};

/** Vectors in the order of the texts; undefined for one that the model refuses. @throws while the model is away. */
const embedApart = async (
  space: Deps['space'],
  model: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> => {
  if (texts.length === 0) return [];
  try {
    const made = await space.embed(texts, signal);
    return made.space === model ? made.vectors : [];
  } catch (error) {
    signal.throwIfAborted();
    // An endpoint that refuses one text looks as if it were away.
    if (isUnavailable(error)) await space.probe();
    if (texts.length === 1) return [undefined];
    const half = Math.ceil(texts.length / 2);
    const first = await embedApart(space, model, texts.slice(0, half), signal);
    return [...first, ...(await embedApart(space, model, texts.slice(half), signal))];
  }
};
