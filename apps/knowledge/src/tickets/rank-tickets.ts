import { projectScope } from '@parley/auth';
import type {
  RankTicketsRequest,
  RankTicketsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findNear } from './find-near';

const CANDIDATES = 1_000;

/** Those of the tickets that are similar to a text, most similar first. */
export const rankTickets = async (
  deps: Pick<Deps, 'db' | 'space' | 'ai'>,
  { query, ticketIds, minSimilarity, limit }: RankTicketsRequest,
  context: CallContext,
): Promise<RankTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const least = minSimilarity ?? deps.ai.similarity.related;
  const asked = { query, least, candidates: CANDIDATES, among: ticketIds };
  const near = await findNear(deps, projectId, asked, context.signal);
  return { tickets: near.slice(0, limit) };
};
