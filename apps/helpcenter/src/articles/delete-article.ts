import { projectScope } from '@parley/auth';
import {
  type DeleteArticleRequest,
  type DeleteArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { articleDeleted } from './article.events';
import { presentArticle } from './article.present';
import { deleteArticleRow, lockArticle } from './article.store';
import { missingArticle } from './missing-article';

/** Deletes an article and answers what it was. */
export const deleteArticle = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id }: DeleteArticleRequest,
  context: CallContext,
): Promise<Partially<DeleteArticleResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await deps.store.transaction(async (tx) => {
    const place = { projectId, collectionId, id };
    const article = await lockArticle(tx, place);
    if (!article) throw await missingArticle(tx, place);
    await deleteArticleRow(tx, article);
    await deps.events.append(tx.sql, [articleDeleted(article, context)]);
    return article;
  });
  deps.events.wake();
  return { article: presentArticle(row) };
};
