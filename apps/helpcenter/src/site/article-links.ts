import type { ArticleLink } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { Store } from '../db';
import { articleTexts, getVisibleArticles, type ListedArticle, type Reach, type Visit } from '../visitor';

/** Title and address of an article's page. */
export const presentLink = (visit: Visit, article: ListedArticle): ArticleLink => {
  const { title, url } = articleTexts(visit, article);
  return { title, url };
};

/** Links to the first `limit` of the articles that are within reach at this moment, in their order. */
export const linkVisible = async (
  store: Store,
  visit: Visit,
  reach: Reach,
  ids: readonly string[],
  limit: number,
): Promise<ArticleLink[]> => {
  const visible = new Map((await getVisibleArticles(store, reach, ids)).map((row) => [row.id, row]));
  return ids
    .flatMap((id) => visible.get(id) ?? [])
    .slice(0, limit)
    .map((article) => presentLink(visit, article));
};
