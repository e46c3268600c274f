import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  ReindexKnowledgeRequest,
  ReindexKnowledgeResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { Deps } from '../deps';
import { renewDocuments } from '../documents';
import { retryGivenUp } from '../sources';
import { beginReindexing, getReindexing, lockReindexing } from './status.store';

/** Queues all passages and vectors of a project; running work continues. */
export const reindexKnowledge = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _request: ReindexKnowledgeRequest,
  context: OnceContext<ReindexKnowledgeResponse>,
): Promise<ReindexKnowledgeResponse> => {
  const { projectId } = projectScope(context.scope);
  return db.transaction(async (tx) => {
    await lockReindexing(tx, projectId);
    const before = await getReindexing(tx, projectId);
    const total = before.running ? before.total : await renewDocuments(tx, projectId);
    if (!before.running) await beginReindexing(tx, projectId, total, clock());
    await retryGivenUp(tx, projectId);
    const begun = { running: true, total };
    await context.record(tx, begun);
    return begun;
  });
};
