import type {
  FindCollectionTreesRequest,
  FindCollectionTreesResponse,
  GetAccessRequest,
  GetAccessResponse,
  GetPublishedArticlesRequest,
  GetPublishedArticlesResponse,
  ListPublishedArticlesRequest,
  ListPublishedArticlesResponse,
  PublishedArticle,
} from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import type { CallContext, Partially } from '@parley/rpc';
import { effectiveFilter, presentFilter } from '../audience';
import type { Deps } from '../deps';
import { isPrivate, pageUrl, siteRoot, toSlug } from '../visitor';
import { languagesWithText, listedAs } from '@parley/localised';
import { findTrees, getPublished, listPublished, type SourceRow } from './knowledge-source.store';

const MAX_ARTICLES = 100;
const MAX_LISTED = 1_000;
const MAX_COLLECTIONS = 100;

const presentSource = (
  row: SourceRow,
  buildUrl: (language: string, title: string) => string | undefined,
): Partially<PublishedArticle> => {
  const written = Object.keys(row.content);
  const languages = [...new Set([...languagesWithText(row.title, row.description), ...written])];
  return {
    id: row.id,
    organisation: row.organisationId,
    collectionId: row.collectionId,
    tags: row.tags,
    audience: presentFilter(effectiveFilter(row)),
    texts: languages.map((language) => {
      const title = row.title[language] ?? Object.values(row.title).find((text) => /\S/.test(text)) ?? '';
      return {
        language,
        title,
        description: row.description[language] ?? '',
        content: row.content[language],
        url: buildUrl(language, title),
      };
    }),
  };
};

/** Published articles with all of their texts. */
export const getPublishedArticles = async (
  { store, workspace, publicUrl }: Pick<Deps, 'store' | 'workspace' | 'publicUrl'>,
  { ids }: GetPublishedArticlesRequest,
  context: CallContext,
): Promise<Partially<GetPublishedArticlesResponse>> => {
  const { projectId = '' } = context.scope;
  const rows = await getPublished(store, projectId, ids.slice(0, MAX_ARTICLES));
  if (rows.length === 0) return { articles: [] };
  const { helpcenter, languages, defaultLanguage } = await workspace.settings(projectId, context);
  const site = siteRoot(publicUrl, projectId, helpcenter);
  return {
    articles: rows.map((row) =>
      presentSource(row, (language, title) =>
        helpcenter['enabled'] === false
          ? undefined
          : pageUrl(
              site,
              listedAs(languages, language) ?? defaultLanguage,
              'articles',
              row.docId,
              toSlug(title),
            ),
      ),
    ),
  };
};

/** Published articles of all projects, page by page. */
export const listPublishedArticles = async (
  { store }: Pick<Deps, 'store'>,
  { after, limit }: ListPublishedArticlesRequest,
): Promise<ListPublishedArticlesResponse> => {
  const most = limit > 0 ? Math.min(limit, MAX_LISTED) : MAX_LISTED;
  const { projectId = '', articleId = '' } = after ?? {};
  return { articles: await listPublished(store, { projectId, articleId }, most) };
};

/** Collections with all below them. */
export const findCollectionTrees = async (
  { store }: Pick<Deps, 'store'>,
  { ids }: FindCollectionTreesRequest,
  context: CallContext,
): Promise<FindCollectionTreesResponse> => {
  const { projectId = '' } = context.scope;
  const trees = new Map<string, string[]>();
  for (const { root, id } of await findTrees(store, projectId, ids.slice(0, MAX_COLLECTIONS)))
    trees.set(root, [...(trees.get(root) ?? []), id]);
  return { trees: [...trees].map(([id, collectionIds]) => ({ id, collectionIds })) };
};

/** Who may read the help center of a project. */
export const getAccess = async (
  { workspace }: Pick<Deps, 'workspace'>,
  _request: GetAccessRequest,
  context: CallContext,
): Promise<GetAccessResponse> => {
  const { projectId = '' } = context.scope;
  return { private: isPrivate(await workspace.settings(projectId, context)) };
};
