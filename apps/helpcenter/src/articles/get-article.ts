import { projectScope } from '@parley/auth';
import type {
  GetArticleRequest,
  GetArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { type ContentFormat, presentInFormat } from './article.present';
import { findArticle } from './article.store';
import { missingArticle } from './missing-article';

/** An article of the collection; 404 naming the missing collection or article. */
export const getArticle = async (
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id, format }: GetArticleRequest,
  context: CallContext,
): Promise<Partially<GetArticleResponse>> => {
  const { projectId } = projectScope(context.scope);
  const place = { projectId, collectionId, id };
  const row = await findArticle(store, place);
  if (!row) throw await missingArticle(store, place);
  return { article: await presentInFormat(row, format as ContentFormat | undefined) };
};
