import type {
  ListLatestArticlesRequest,
  ListLatestArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findAccepted } from '@parley/localised';
import { findReach, openVisit, articleTexts, findLatestArticles } from '../visitor';

const MAX_ARTICLES = 50;
/** Characters of the text that stand for a description. */
const SUMMARY = 160;

/** The latest changed articles that the visitor sees in a language; 50 at most. */
export const listLatestArticles = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  { language, limit }: ListLatestArticlesRequest,
  context: CallContext,
): Promise<Partially<ListLatestArticlesResponse>> => {
  const visit = await openVisit(deps, { lang: language }, context);
  const reach = await findReach(deps.store, visit);
  const rows = await findLatestArticles(deps.store, reach, Math.min(Math.max(limit, 0), MAX_ARTICLES));
  return {
    articles: rows.map((row) => {
      const { title, description, url, language: shown } = articleTexts(visit, row);
      const code = findAccepted(Object.keys(row.plainContent), shown);
      const text = (code !== undefined && row.plainContent[code]) || '';
      return {
        id: row.id,
        docId: row.docId,
        title,
        summary: description ?? Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, SUMMARY).join(''),
        url,
        publishedAt: row.publishedAt?.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      };
    }),
  };
};
