import type {
  ListPopularArticlesRequest,
  ListPopularArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findPopular, findReach, openVisit } from '../visitor';
import { linkVisible } from './article-links';

/** Most articles that are considered: some of them may be hidden, or lack the language. */
const MAX_CONSIDERED = 100;

/** The articles that were read most, of those that the visitor sees. */
export const listPopularArticles = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'found'>,
  { language, limit }: ListPopularArticlesRequest,
  context: CallContext,
): Promise<Partially<ListPopularArticlesResponse>> => {
  const { store, found } = deps;
  const visit = await openVisit(deps, { lang: language }, context);
  const { projectId } = visit.scope;
  const [reach, ids] = await Promise.all([
    findReach(store, visit),
    found.getOrLoad(`popular ${projectId}`, () => findPopular(store, projectId, MAX_CONSIDERED)),
  ]);
  return { articles: await linkVisible(store, visit, reach, ids, Math.max(limit, 0)) };
};
