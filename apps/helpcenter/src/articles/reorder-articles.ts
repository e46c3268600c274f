import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  ReorderArticlesRequest,
  ReorderArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import { collectionExists, lockTree } from '../collections';
import { type Deps, MANY } from '../deps';
import { holdNumbers } from '../numbering';
import { newOrder } from '../ordering';
import { lockArticleRanks, writeArticleRanks } from './article.many.store';
import { listArticles } from './list-articles';
import { recordMany } from './record-many';

/** Orders the articles of a collection: those that are named, then the others as they were. Answers all of them. */
export async function* reorderArticles(
  deps: Deps,
  { helpcenterCollectionId: collectionId, articleIds }: ReorderArticlesRequest,
  context: CallContext,
): AsyncGenerator<Partially<ReorderArticlesResponse>> {
  const { projectId } = projectScope(context.scope);
  await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'use');
    if (!(await collectionExists(tx, projectId, collectionId))) throw notFound('collection');
    if (articleIds.length === 0) return;
    await holdNumbers(tx, projectId, 'article');
    const order = newOrder('articleIds', articleIds, await lockArticleRanks(tx, projectId, collectionId));
    const changed = await writeArticleRanks(tx, projectId, order);
    await recordMany(deps, tx, projectId, changed, context);
  }, MANY);
  deps.events.wake();
  yield* listArticles(deps, { helpcenterCollectionId: collectionId, skip: 0, limit: 0 }, context);
}
