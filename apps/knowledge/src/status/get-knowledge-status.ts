import { projectScope } from '@parley/auth';
import type {
  GetKnowledgeStatusRequest,
  GetKnowledgeStatusResponse,
  ListContentTagsRequest,
  ListContentTagsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { sourceTypes } from '../documents';
import { countDocuments, countGivenUp, countPending, getReindexing, listTags } from './status.store';

/** How much of a project is indexed, and with which model. */
export const getKnowledgeStatus = async (
  { db, ai }: Pick<Deps, 'db' | 'ai'>,
  _request: GetKnowledgeStatusRequest,
  context: CallContext,
): Promise<GetKnowledgeStatusResponse> => {
  const { projectId } = projectScope(context.scope);
  const [counts, pending, givenUp, reindex] = await Promise.all([
    countDocuments(db, projectId),
    countPending(db, projectId),
    countGivenUp(db, projectId),
    getReindexing(db, projectId),
  ]);
  const sum = (key: 'documents' | 'passages' | 'failed'): number =>
    counts.reduce((all, count) => all + count[key], 0);
  const bySourceType = Object.fromEntries(
    sourceTypes.map((type) => [type, counts.find((count) => count.type === type)?.documents ?? 0]),
  ) as Record<(typeof sourceTypes)[number], number>;
  return {
    documents: sum('documents'),
    passages: sum('passages'),
    pending,
    failed: sum('failed') + givenUp,
    bySourceType,
    mode: ai.writes ? 'endpoint' : 'lexical',
    embeddingModel: ai.embeddingModel,
    reindex,
  };
};

/** Tags that something carries. */
export const listContentTags = async (
  { db }: Pick<Deps, 'db'>,
  _request: ListContentTagsRequest,
  context: CallContext,
): Promise<ListContentTagsResponse> => ({ tags: await listTags(db, projectScope(context.scope).projectId) });
