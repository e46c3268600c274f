import { contentQuery } from '@parley/answers';
import { readText } from '@parley/localised';
import type {
  GetArticleNeighboursRequest,
  GetArticleNeighboursResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findVisible } from '../search';
import {
  findBeside,
  findReach,
  getVisibleArticles,
  type ListedArticle,
  openVisit,
  type Reach,
  type Visit,
} from '../visitor';
import { createHash } from 'node:crypto';
import { linkVisible, presentLink } from './article-links';

/** Most related articles that are shown. More are found, because some may be hidden later. */
const MAX_RELATED = 4;
const MAX_FOUND = 9;

/** The articles beside one in its collection, and those that have words of its title. */
export const getArticleNeighbours = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'search' | 'found'>,
  { articleId, language }: GetArticleNeighboursRequest,
  context: CallContext,
): Promise<Partially<GetArticleNeighboursResponse>> => {
  const { store } = deps;
  const visit = await openVisit(deps, { lang: language }, context);
  const reach = await findReach(store, visit);
  const [article] = await getVisibleArticles(store, reach, [articleId]);
  if (!article) return {};
  const [beside, ids] = await Promise.all([
    findBeside(store, reach, articleId),
    findRelated(deps, visit, reach, article),
  ]);
  const linkTo = (wanted: 'previous' | 'next') => {
    const found = beside.find(({ side }) => side === wanted);
    return found && presentLink(visit, found);
  };
  return {
    previous: linkTo('previous'),
    next: linkTo('next'),
    related: await linkVisible(store, visit, reach, ids, MAX_RELATED),
  };
};

/** Articles that have words of an article's title. Whether they may be seen is checked at each request. */
const findRelated = (
  { store, search, found }: Pick<Deps, 'store' | 'search' | 'found'>,
  visit: Visit,
  reach: Reach,
  { id, title }: ListedArticle,
): Promise<readonly string[]> => {
  const { wanted } = visit.order;
  // Readers of the same audiences share the result.
  const readers = createHash('sha256').update(reach.audiences.join()).digest('base64url');
  return found.getOrLoad(`related ${reach.projectId} ${id} ${wanted} ${readers}`, async () => {
    const query = contentQuery(readText(title, visit.order), wanted);
    const hits = await findVisible({ search, store, visit, reach }, { query, limit: MAX_FOUND });
    return hits.map(({ article }) => article.id).filter((other) => other !== id);
  });
};
