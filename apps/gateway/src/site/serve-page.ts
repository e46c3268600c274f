import { DomainError } from '@parley/errors';
import { addressKey } from '@parley/limits';
import type { CallContext } from '@parley/rpc';
import type { PageAddress } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { type ArticleContent, articlePage } from './article-page';
import type { LanguageVisit, SiteDeps } from './deps';
import type { Alternate } from './layout';
import { collectionPage, homePage } from './pages';
import { answerHtml, type SiteAnswer, searchPage } from './search-page';
import { localPath, sameLanguage } from './view';

/** The result of an address: a page, something for its script, or another address below the same root. */
export type Outcome = { html: string } | { json: object } | { status: 301 | 302 | 303; location: string };

/** Most characters of a search that are looked at. */
const MAX_QUERY = 500;

/** The outcome of a read, undefined when there is nothing for this reader. */
export const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return undefined;
    throw error;
  }
};

/** Whether a reader of `wanted` takes texts of `language`: the same one, or its base. */
const takes = (wanted: string, language: string): boolean =>
  sameLanguage(wanted, language) ||
  wanted
    .toLowerCase()
    .replaceAll('_', '-')
    .startsWith(`${language.toLowerCase().replaceAll('_', '-')}-`);

/** The address with the language of the page in place of the one it names. */
const inLanguage = (path: string, base: string, language: string): string =>
  `${base}/${language}/${path
    .slice(base.length + 1)
    .split('/')
    .slice(1)
    .join('/')}`;

const toAlternates = (addresses: readonly PageAddress[]): Alternate[] =>
  addresses.map(({ language, url }) => ({ language, url }));

/** Longest wait for the optional parts of a page, in milliseconds. */
const EXTRA_TIMEOUT_MS = 1_000;

/** An optional part of a page; `instead` when it fails or takes too long. */
const unlessAway = async <T>(
  context: CallContext,
  ask: (context: CallContext) => Promise<T>,
  instead: T,
): Promise<T> => {
  const deadline = Math.min(context.deadline, Date.now() + EXTRA_TIMEOUT_MS);
  return ask({ ...context, deadline }).catch(() => instead);
};

/** Articles that the home page names. */
const POPULAR = 5;

/** `/{lang}` */
export const serveHome = async (deps: SiteDeps, { view, context }: LanguageVisit): Promise<Outcome> => {
  const { language } = view;
  const [{ data }, { articles }] = await Promise.all([
    deps.visitors.listVisibleCollections({ lang: language }, context),
    unlessAway(context, (soon) => deps.pages.listPopularArticles({ language, limit: POPULAR }, soon), {
      articles: [],
    }),
  ]);
  return { html: homePage(view, data?.collections ?? [], articles) };
};

/** `/{lang}/collections/{ref}` */
export const serveCollection = async (
  deps: SiteDeps,
  { view, context, segments }: LanguageVisit,
): Promise<Outcome | undefined> => {
  const ref = segments[2] ?? '';
  const found = await unlessMissing(
    deps.visitors.getVisibleCollection({ collectionRef: ref, lang: view.language }, context),
  );
  const { collection, breadcrumbs = [], subCollections = [], articles = [] } = found?.data ?? {};
  if (!collection) return undefined;
  const path = localPath(view, collection.url);
  if (decodeURIComponent(path) !== `${view.base}/${segments.join('/')}`) {
    return { status: 301, location: path };
  }
  const { page } = await deps.pages.getPage({ kind: 'collection', docId: collection.docId }, context);
  const alternates = toAlternates(page?.addresses ?? []);
  return { html: collectionPage(view, { collection, breadcrumbs, subCollections, articles, alternates }) };
};

/** `/{lang}/articles/{ref}` */
export const serveArticle = async (
  deps: SiteDeps,
  { view, context, segments }: LanguageVisit,
  hasCommented: boolean,
): Promise<Outcome | undefined> => {
  const ref = segments[2] ?? '';
  const found = await unlessMissing(
    deps.visitors.getVisibleArticle({ articleRef: ref, lang: view.language }, context),
  );
  const article = found?.data?.article;
  if (!article) return undefined;
  const path = localPath(view, article.url);
  if (!takes(view.language, article.language)) return { status: 302, location: path };
  const canonical = inLanguage(path, view.base, view.language);
  if (decodeURIComponent(canonical) !== `${view.base}/${segments.join('/')}`) {
    return { status: 301, location: canonical };
  }
  const asked = { articleId: article.id, language: view.language };
  const [{ page }, neighbours] = await Promise.all([
    deps.pages.getPage({ kind: 'article', docId: article.docId }, context),
    unlessAway<ArticleContent['neighbours']>(
      context,
      (soon) => deps.pages.getArticleNeighbours(asked, soon),
      { related: [] },
    ),
  ]);
  const alternates = toAlternates(page?.addresses ?? []);
  return { html: articlePage(view, { article, alternates, neighbours, hasCommented }) };
};

const readTerm = (query: string): string => Array.from(query).slice(0, MAX_QUERY).join('');

/** Longest wait for an answer, in milliseconds: the hits wait with it. */
const ANSWER_TIMEOUT_MS = 3_000;

/** The answer to a search; undefined when nothing answers it in time, and for a reader who asks too much. */
const findAnswer = async (
  { visitors, meter }: Pick<SiteDeps, 'visitors' | 'meter'>,
  { view, context }: Pick<LanguageVisit, 'view' | 'context'>,
  question: string,
): Promise<SiteAnswer | undefined> => {
  if (question.trim() === '') return undefined;
  const { ip = '' } = context.scope;
  const { allowed } = await meter.budget('answers', ip, `site:${view.project.id}:ip:${addressKey(ip)}`);
  if (!allowed) return undefined;
  const deadline = Math.min(context.deadline, Date.now() + ANSWER_TIMEOUT_MS);
  try {
    const { answer, answered, sources } = await visitors.answerQuestion(
      { question, lang: view.language },
      { ...context, deadline },
    );
    return answered ? { html: answerHtml(answer, sources.length), sources } : undefined;
  } catch {
    return undefined;
  }
};

/** `/{lang}/search?q=` */
export const serveSearch = async (
  deps: SiteDeps,
  { view, context }: LanguageVisit,
  query: string,
): Promise<Outcome> => {
  const term = readTerm(query);
  const [{ data }, answer] = await Promise.all([
    deps.visitors.searchArticles({ searchTerm: term, lang: view.language }, context),
    findAnswer(deps, { view, context }, term),
  ]);
  return { html: searchPage(view, term, data?.hits ?? [], answer) };
};

const SUGGESTIONS = 6;

/** `/{lang}/suggest?q=`: titles and addresses for the script of the page. */
export const serveSuggestions = async (
  deps: SiteDeps,
  { view, context }: LanguageVisit,
  query: string,
): Promise<Outcome> => {
  const request = { searchTerm: readTerm(query), language: view.language, limit: SUGGESTIONS };
  const { articles } = await deps.pages.suggestArticles(request, context);
  return { json: { articles: articles.map(({ title, url }) => ({ title, url: localPath(view, url) })) } };
};

/** A vote of a form, with a comment where the reader sent one. */
export interface SentVote {
  vote: 'up' | 'down';
  comment?: string | undefined;
}

/** POST `/{lang}/articles/{ref}/feedback`: back to the article, whatever the reader thought of it. */
export const serveVote = async (
  deps: SiteDeps,
  { view, context, segments }: LanguageVisit,
  { vote, comment }: SentVote,
): Promise<Outcome | undefined> => {
  const ref = segments[2] ?? '';
  const rated = await unlessMissing(
    deps.visitors.rateArticle({ articleRef: ref, vote, comment, lang: view.language }, context),
  );
  if (!rated) return undefined;
  const path = ['', view.language, 'articles', encodeURIComponent(ref)].join('/');
  // The place that says thanks gets the focus, so that a screen reader reads it.
  return {
    status: 303,
    location: `${view.base}${path}${comment === undefined ? '' : '?comment=sent'}#voted`,
  };
};
