import { dot } from '@parley/ai';
import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  SearchFeatureRequestsRequest,
  SearchFeatureRequestsResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { Deps } from '../deps';
import { presentTicket, getTickets } from '../core';
import { listedRequests } from './request-text.store';
import { nearestVectors } from './vector.store';

/** Most matches, and how many there are when none is named. */
export const MAX_MATCHES = 10;
/** Found ones of which the matches are taken: some may have left the lists since they were compared. */
const FOUND = 100;
const SCORE_DIGITS = 1e4;

/** Feature requests similar to a text, most similar first. */
export const searchFeatureRequests = async (
  { db, ai }: Pick<Deps, 'db' | 'ai'>,
  { query, limit, minScore }: SearchFeatureRequestsRequest,
  context: CallContext,
): Promise<SearchFeatureRequestsResponse> => {
  const { projectId } = projectScope(context.scope);
  const text = query.trim();
  if (text === '') throw invalidQuery('query', 'Say what to look for.');
  const { model, vectors } = await ai.embed([text], context.signal);
  const [asked] = vectors;
  if (!asked) throw new Error('The model made no vector');
  const found = (await nearestVectors(db, projectId, model, asked))
    .map(({ id, vector }) => ({ id, score: dot(asked, vector) }))
    .filter(({ score }) => score >= (minScore ?? ai.similarity.related))
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND);
  const listed = await listedRequests(
    db,
    projectId,
    found.map(({ id }) => id),
  );
  const most = limit > 0 ? Math.min(limit, MAX_MATCHES) : MAX_MATCHES;
  const best = found.filter(({ id }) => listed.has(id)).slice(0, most);
  const rows = await getTickets(
    db,
    projectId,
    best.map(({ id }) => id),
  );
  return {
    matches: best.flatMap(({ id, score }) => {
      const row = rows.find((one) => one.id === id);
      const rounded = Math.min(1, Math.round(score * SCORE_DIGITS) / SCORE_DIGITS);
      return row ? [presentTicket({ ...row, score: rounded })] : [];
    }),
  };
};
