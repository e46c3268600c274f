import type {
  Breadcrumb,
  VisibleArticleSummary,
  VisibleCollection,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import { pageUrl, toSlug } from './addresses';
import { findAccepted, chooseReadable, readText } from '@parley/localised';
import type { VisibleTree } from './visible-tree';
import { addressLanguage, listedLanguage, type Visit } from './visit';
import type { ListedArticle, ShownCollection } from './visitor.store';

const collectionUrl = (visit: Visit, docId: number, slug: string): string =>
  pageUrl(visit.site, addressLanguage(visit, visit.order.wanted), 'collections', docId, slug);

/** A collection as a visitor sees it. */
export const presentVisibleCollection = (
  visit: Visit,
  tree: VisibleTree,
  { id, docId, parentId, title, description, iconUrl }: ShownCollection,
): VisibleCollection => {
  const shown = readText(title, visit.order);
  const slug = toSlug(shown);
  return {
    id,
    docId,
    slug,
    parent: parentId ?? undefined,
    title: shown,
    description: readText(description, visit.order) || undefined,
    iconUrl: iconUrl ?? undefined,
    url: collectionUrl(visit, docId, slug),
    articlesCount: tree.articles(id),
    subCollectionsCount: tree.children(id).length,
  };
};

/** A collection on the way to a page. */
export const presentBreadcrumb = (visit: Visit, { id, docId, title }: ShownCollection): Breadcrumb => {
  const shown = readText(title, visit.order);
  return { id, docId, title: shown, url: collectionUrl(visit, docId, toSlug(shown)) };
};

/** What of an article stands in lists and addresses. */
export interface ArticleTexts {
  /** Of the texts, as the project lists it. */
  language: string;
  title: string;
  description: string | undefined;
  slug: string;
  url: string;
}

/** Title, description and address of an article in the language that is read. */
export const articleTexts = (
  visit: Visit,
  {
    docId,
    title,
    description,
    languages,
  }: Pick<ListedArticle, 'docId' | 'title' | 'description' | 'languages'>,
): ArticleTexts => {
  const language = chooseReadable(languages, visit.order) ?? visit.order.wanted;
  const order = { ...visit.order, wanted: language };
  const shown = readText(title, order);
  const slug = toSlug(shown);
  const code = findAccepted(Object.keys(description), language);
  return {
    language: listedLanguage(visit, language),
    title: shown,
    description: (code !== undefined && description[code]) || undefined,
    slug,
    url: pageUrl(visit.site, addressLanguage(visit, language), 'articles', docId, slug),
  };
};

/** An article in a list, as a visitor sees it. */
export const presentSummary = (visit: Visit, article: ListedArticle): VisibleArticleSummary => {
  const { slug, title, description, url } = articleTexts(visit, article);
  const { id, docId, updatedAt } = article;
  return { id, docId, slug, title, description, url, updatedAt: updatedAt.toISOString() };
};
