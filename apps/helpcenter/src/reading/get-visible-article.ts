import { notFound } from '@parley/errors';
import type { VisibleArticle } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type {
  CheckVisibleArticleRequest,
  CheckVisibleArticleResponse,
  GetVisibleArticleRequest,
  GetVisibleArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { writeHtml } from '@parley/rich-text';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findVote, toVoter } from '../feedback';
import type { Author } from '../project';
import {
  readReference,
  isFor,
  presentEnvelope,
  listedLanguage,
  openVisit,
  type Visit,
  articleTexts,
  presentBreadcrumb,
  findPath,
  findPublishedArticle,
  type ShownArticle,
  type ShownCollection,
} from '../visitor';
import { findAccepted } from '@parley/localised';

/** A published article that the visitor may see. 404 for any other, as for one that never was. */
export const demandArticle = async (
  { store }: Pick<Deps, 'store'>,
  visit: Visit,
  ref: string,
): Promise<ShownArticle> => {
  const reference = readReference(ref);
  const article = reference && (await findPublishedArticle(store, visit.scope.projectId, reference));
  if (!article || !isFor(visit, article)) throw notFound('article');
  return article;
};

const presentArticle = async (
  visit: Visit,
  row: ShownArticle,
  path: readonly ShownCollection[],
  author: Author | null,
): Promise<Omit<VisibleArticle, 'vote'>> => {
  const texts = articleTexts(visit, row);
  const accepted = findAccepted(Object.keys(row.content), texts.language);
  const content = accepted === undefined ? undefined : row.content[accepted];
  const breadcrumbs = path.map((collection) => presentBreadcrumb(visit, collection));
  return {
    id: row.id,
    docId: row.docId,
    slug: texts.slug,
    title: texts.title,
    description: texts.description,
    contentHtml: content === undefined ? '' : await writeHtml(content),
    language: texts.language,
    languages: row.languages.map((code) => listedLanguage(visit, code)),
    url: texts.url,
    collection: breadcrumbs.at(-1),
    breadcrumbs,
    author: author ?? undefined,
    tags: row.tags,
    publishedAt: row.publishedAt?.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
  };
};

/** 404 `article_not_found` for an article that the visitor may not read. */
export const checkVisibleArticle = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'tell' | 'sealer'>,
  { articleRef }: CheckVisibleArticleRequest,
  context: CallContext,
): Promise<CheckVisibleArticleResponse> => {
  await demandArticle(deps, await openVisit(deps, {}, context), articleRef);
  return {};
};

/** An article in the language that its visitor reads best. */
export const getVisibleArticle = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'tell' | 'sealer'>,
  { articleRef, lang }: GetVisibleArticleRequest,
  context: CallContext,
): Promise<Partially<GetVisibleArticleResponse>> => {
  const visit = await openVisit(deps, { lang }, context);
  const { projectId } = visit.scope;
  const row = await demandArticle(deps, visit, articleRef);
  const [path, author, own] = await Promise.all([
    findPath(deps.store, projectId, row.collectionId),
    row.author === null ? null : deps.workspace.author(projectId, row.author, context),
    findVote(deps.store, projectId, row.id, toVoter(deps, visit)),
  ]);
  const article = { ...(await presentArticle(visit, row, path, author)), vote: own?.vote };
  const { collectionId } = row;
  deps.tell.articleViewed(visit, { articleId: row.id, collectionId, language: article.language }, context);
  return {
    data: { language: visit.order.wanted, article },
    ...presentEnvelope(visit),
  };
};
