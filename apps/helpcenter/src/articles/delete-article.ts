import { projectScope } from '@parley/auth';
import type {
  DeleteArticleRequest,
  DeleteArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { recordChanges } from './article.changes';
import { presentArticle } from './article.present';
import { deleteArticleRow } from './article.store';
import { lockExistingArticle } from './missing-article';

/** Deletes an article and answers its last state. */
export const deleteArticle = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id }: DeleteArticleRequest,
  context: CallContext,
): Promise<Partially<DeleteArticleResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await deps.store.transaction(async (tx) => {
    const article = await lockExistingArticle(tx, { projectId, collectionId, id });
    await deleteArticleRow(tx, article);
    await recordChanges(deps, tx, [{ kind: 'deleted', article }], context);
    return article;
  });
  deps.events.wake();
  return { article: presentArticle(row) };
};
