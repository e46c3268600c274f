import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { FIRST_RANK, rankAfter } from '@parley/persistence';
import type {
  MoveArticleRequest,
  MoveArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import { findCollection, lockTree } from '../collections';
import type { Deps } from '../deps';
import { holdNumbers } from '../numbering';
import { presentArticle } from './article.present';
import { type ArticleRow, lastArticleRank } from './article.store';
import { lockExistingArticle } from './missing-article';
import { writeArticle } from './write-article';

/** Moves an article after the last one of another collection; what holds there holds for it from then on. */
export const moveArticle = async (
  deps: Deps,
  request: MoveArticleRequest,
  context: CallContext,
): Promise<Partially<MoveArticleResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { helpcenterCollectionId: collectionId, helpcenterArticleId: id, newCollectionId } = request;
  const row = await deps.store.transaction(async (tx): Promise<ArticleRow> => {
    await lockTree(tx, projectId, 'use');
    await holdNumbers(tx, projectId, 'article');
    const before = await lockExistingArticle(tx, { projectId, collectionId, id });
    const collection = await findCollection(tx, projectId, newCollectionId);
    if (!collection) throw notFound('collection');
    if (newCollectionId === collectionId) return before;
    const last = await lastArticleRank(tx, projectId, newCollectionId);
    const fields = {
      collectionId: newCollectionId,
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      baseAudienceFilter: effectiveFilter(collection),
    };
    return writeArticle(deps, tx, before, { fields, at: deps.clock() }, context);
  });
  deps.events.wake();
  return { article: presentArticle(row) };
};
