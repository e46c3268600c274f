import type {
  SuggestArticlesRequest,
  SuggestArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findVisible } from '../search';
import { findReach, openVisit } from '../visitor';
import { presentLink } from './article-links';

const MAX_SUGGESTIONS = 10;

/** The articles that a visitor would find, while the search is typed. Statistics do not count it. */
export const suggestArticles = async (
  { store, search, ...deps }: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'search'>,
  { searchTerm, language, limit }: SuggestArticlesRequest,
  context: CallContext,
): Promise<Partially<SuggestArticlesResponse>> => {
  const visit = await openVisit(deps, { lang: language }, context);
  const reach = await findReach(store, visit);
  const found = await findVisible(
    { search, store, visit, reach },
    { query: searchTerm, limit: Math.min(Math.max(limit, 1), MAX_SUGGESTIONS) },
  );
  return { articles: found.map(({ article }) => presentLink(visit, article)) };
};
