import { projectScope } from '@parley/auth';
import type {
  SearchKnowledgeRequest,
  SearchKnowledgeResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readLimit, readQuestion, readText } from './question.input';
import { search } from './search';

const MAX_QUERY = 8_000;
const MAX_RESULTS = 10;
const DEFAULT_RESULTS = 5;

/** Searches with the viewer of the request. */
export const searchKnowledge = async (
  deps: Deps,
  request: SearchKnowledgeRequest,
  context: CallContext,
): Promise<Partially<SearchKnowledgeResponse>> => {
  const { projectId } = projectScope(context.scope);
  const query = readText('query', request.query, MAX_QUERY);
  const limit = readLimit(request.limit, DEFAULT_RESULTS, MAX_RESULTS);
  const options = await readQuestion(deps, projectId, request, context);
  const results = await search(deps, query, { ...options, limit });
  return { results, count: results.length };
};
