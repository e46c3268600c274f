import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteContentBatchRequest,
  DeleteContentBatchResponse,
  DeleteContentRequest,
  DeleteContentResponse,
  DeleteOldContentBatchesRequest,
  DeleteOldContentBatchesResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { removeDocuments } from '../documents';
import { CONTENT_OWNER } from './content';
import { type BatchCondition, deleteBatchRows, deleteContentRow, lockContentId } from './content.store';

type Needed = Pick<Deps, 'db'>;

/** Deletes an entry with its documents. */
export const deleteContent = async (
  { db }: Needed,
  { contentId }: DeleteContentRequest,
  context: CallContext,
): Promise<DeleteContentResponse> => {
  const { projectId } = projectScope(context.scope);
  await db.transaction(async (tx) => {
    await lockContentId(tx, projectId, contentId);
    if (!(await deleteContentRow(tx, projectId, contentId))) throw notFound('content');
    await removeDocuments(tx, projectId, CONTENT_OWNER, [contentId]);
  });
  return { success: true };
};

/** Deletes the entries of a batch, some at a time. */
export const deleteBatchOf = async (
  { db }: Needed,
  condition: BatchCondition,
): Promise<{ success: boolean; deleted: number }> => {
  let deleted = 0;
  for (;;) {
    const keys = await db.transaction(async (tx) => {
      const gone = await deleteBatchRows(tx, condition);
      if (gone.length > 0) await removeDocuments(tx, condition.projectId, CONTENT_OWNER, gone);
      return gone;
    });
    deleted += keys.length;
    if (keys.length === 0) return { success: true, deleted };
  }
};

/** Deletes every entry of a batch. */
export const deleteContentBatch = (
  deps: Needed,
  { batchId }: DeleteContentBatchRequest,
  context: CallContext,
): Promise<DeleteContentBatchResponse> =>
  deleteBatchOf(deps, { projectId: projectScope(context.scope).projectId, batchId, others: false });

/** Deletes every entry of another batch. */
export const deleteOldContentBatches = (
  deps: Needed,
  { currentBatchId, type }: DeleteOldContentBatchesRequest,
  context: CallContext,
): Promise<DeleteOldContentBatchesResponse> =>
  deleteBatchOf(deps, {
    projectId: projectScope(context.scope).projectId,
    batchId: currentBatchId,
    others: true,
    ...(type !== undefined && { type }),
  });
