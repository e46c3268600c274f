import { packSignature, computeSignature } from '@parley/ai';
import type { Deps } from '../deps';
import { type ActiveRequest, activeRequests } from './active-requests.store';
import { embedApart } from './embed-apart';
import { toComparedText } from './feature-request';
import { type Comparable, type Group, groupDuplicates } from './group-duplicates';
import { getTexts } from './request-text.store';

/** Most feature requests of a scan, the newest. Source: service document, Limits. */
export const MAX_SCANNED = 2_000;
/** Texts that are in memory at once. */
const BATCH = 64;

type Needed = Pick<Deps, 'db' | 'ai'>;

/** Vectors of recently changed requests that no worker has embedded yet; none for texts that the model refuses. */
const embedMissing = async (
  { db, ai }: Needed,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ActiveRequest['made']>> => {
  const made = new Map<string, ActiveRequest['made']>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await getTexts(db, projectId, ids.slice(start, start + BATCH));
    const texts = rows
      .map((row) => ({ id: row.id, text: toComparedText(row) }))
      .filter(({ text }) => text !== '');
    const vectors = await embedApart(
      ai,
      texts.map(({ text }) => text),
      signal,
    );
    texts.forEach(({ id }, index) => {
      const vector = vectors[index];
      if (vector) made.set(id, { vector, signature: packSignature(computeSignature(vector)) });
    });
  }
  return made;
};

/** The duplicates among a project's active feature requests as they are now. */
export const scanDuplicates = async (
  deps: Needed,
  projectId: string,
  signal: AbortSignal,
): Promise<Group[]> => {
  const { ai, db } = deps;
  const active: ActiveRequest[] = await activeRequests(db, projectId, ai.embeddingModel, MAX_SCANNED);
  const missing = active.filter((request) => !request.made).map(({ id }) => id);
  const added = await embedMissing(deps, projectId, missing, signal);
  const comparable = active.flatMap(({ made, ...request }): Comparable[] => {
    const compared = made ?? added.get(request.id);
    return compared ? [{ ...request, ...compared }] : [];
  });
  return groupDuplicates(comparable, ai.similarity.same, signal);
};
