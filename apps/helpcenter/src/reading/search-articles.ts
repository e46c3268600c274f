import type {
  SearchArticlesRequest,
  SearchArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findVisible, chooseSnippets } from '../search';
import { readText } from '@parley/localised';
import { findReach, presentEnvelope, openVisit, articleTexts, getShownCollections } from '../visitor';

export const MAX_HITS = 30;

/** The articles that a visitor finds, the best first. A blank term finds nothing. */
export const searchArticles = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'search' | 'tell'>,
  { searchTerm, lang, limit = MAX_HITS }: SearchArticlesRequest,
  context: CallContext,
): Promise<Partially<SearchArticlesResponse>> => {
  const { store, search } = deps;
  const visit = await openVisit(deps, { lang }, context);
  const { projectId } = visit.scope;
  const reach = await findReach(store, visit);
  const found = await findVisible({ search, store, visit, reach }, { query: searchTerm, limit });
  const [snippets, collections] = await Promise.all([
    chooseSnippets(store, reach, visit.order.wanted, found),
    getShownCollections(store, projectId, [...new Set(found.map(({ article }) => article.collectionId))]),
  ]);
  deps.tell.searchPerformed(visit, { query: searchTerm, hits: found.length }, context);
  return {
    data: {
      language: visit.order.wanted,
      hits: found.map(({ article }, at) => {
        const { title, description, url } = articleTexts(visit, article);
        const collection = collections.get(article.collectionId);
        return {
          id: article.id,
          docId: article.docId,
          title,
          description,
          snippet: snippets[at] ?? '',
          url,
          collection: collection && {
            id: collection.id,
            docId: collection.docId,
            title: readText(collection.title, visit.order),
          },
        };
      }),
    },
    ...presentEnvelope(visit),
  };
};
