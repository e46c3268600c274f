import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { cutBatches } from '@parley/persistence';
import type {
  ListArticlesRequest,
  ListArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import { collectionExists } from '../collections';
import type { Deps } from '../deps';
import { presentArticle } from './article.present';
import { findArticleSizes, getArticles } from './article.store';

/** Most articles that are in memory at a time, and most bytes that those take in the database. */
const LIMITS = { max: 100, maxBytes: 512 * 1024 };

/** The articles of a collection by their position unless asked for another order; which they are is settled at the beginning. */
export async function* listArticles(
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId: collectionId, ...query }: ListArticlesRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListArticlesResponse>> {
  const { projectId } = projectScope(context.scope);
  if (!(await collectionExists(store, projectId, collectionId))) throw notFound('collection');
  for (const ids of cutBatches(await findArticleSizes(store, projectId, collectionId, query), LIMITS)) {
    const rows = await getArticles(store, projectId, collectionId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const articles = ids.flatMap((id) => byId.get(id) ?? []);
    yield { articles: articles.map((row) => presentArticle(row)) };
  }
}
