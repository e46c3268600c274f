import { notFound } from '@parley/errors';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway';
import { ORGANISATION, PROJECT } from './identities';
import type { Answers } from './services';

/** Host of the help center that has a domain of its own. */
export const DOMAIN = 'help.shop.example';
const PUBLIC_URL = 'https://support.example.com';
/** Canonical address of the help center `shop`. */
export const root = `${PUBLIC_URL}/help/shop`;

/** The help center `shop`, as the workspace answers it. */
export const site = {
  projectId: PROJECT,
  organisationId: ORGANISATION,
  name: 'Shop & Söhne',
  slug: 'shop',
  defaultLanguage: 'en',
  languages: ['en', 'de', 'ar'],
  helpcenter: { slug: 'shop', color: '#aa0000', headline: { en: 'How can we help?' } },
};

/** An article as visitors are answered it. */
export const article = (language: string, more: object = {}): object => ({
  id: '0123456789abcdef01234567',
  docId: 12,
  slug: 'refunds',
  title: 'Refunds',
  description: 'When the money comes.',
  contentHtml: '<h1>Soon</h1><p>Within 14 days.</p>',
  language,
  languages: ['en', 'de'],
  url: `${root}/${language}/articles/12-refunds`,
  collection: { id: 'c', docId: 3, title: 'Billing', url: `${root}/${language}/collections/3-billing` },
  breadcrumbs: [{ id: 'c', docId: 3, title: 'Billing', url: `${root}/${language}/collections/3-billing` }],
  tags: [],
  publishedAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  upvotes: 3,
  downvotes: 1,
  ...more,
});

/** What the services answer: three help centers, of which one has a domain of its own and one wants no search engines. */
const answers: Answers = {
  resolveHelpcenterSite: ({ site: name, domain }: { site: string; domain: string }) => {
    if (name === 'shop' || name === PROJECT) return site;
    if (name === 'own' || domain === DOMAIN) return { ...site, slug: 'own', customDomain: DOMAIN };
    if (name === 'hidden') return { ...site, slug: 'hidden', noindex: true };
    throw notFound('helpcenter');
  },
  getTexts: ({ lang }: { lang: string }) => ({
    language: lang,
    texts: { 'helpcenter.notFound': 'Not found', 'helpcenter.home': 'Home' },
  }),
  getVisibleArticle: ({ articleRef, lang }: { articleRef: string; lang: string }) => {
    if (!articleRef.startsWith('12')) throw notFound('article');
    return { data: { language: lang, article: article(lang === 'de' ? 'de' : 'en') } };
  },
  getVisibleCollection: () => {
    throw notFound('collection');
  },
  listVisibleCollections: () => ({ data: { language: 'en', collections: [] } }),
  getPage: () => ({
    page: {
      kind: 'article',
      docId: 12,
      addresses: ['en', 'de'].map((language) => ({
        language,
        url: `${root}/${language}/articles/12-refunds`,
      })),
    },
  }),
  getArticleNeighbours: () => ({ related: [] }),
  listPopularArticles: () => ({ articles: [] }),
  answerQuestion: () => ({ answered: false }),
  suggestArticles: () => ({ articles: [] }),
  searchArticles: () => ({ data: { language: 'en', hits: [] } }),
  resolveRedirect: () => ({}),
};

export interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface PageRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A gateway over stub services that serves help centers. */
export interface TestSite extends TestGateway {
  /** Asks for an address without following where it leads. */
  ask(path: string, request?: PageRequest): Promise<Page>;
  /** Status of an address and where it leads. */
  target(path: string, request?: PageRequest): Promise<[status: number, location?: string]>;
  /** Forgets the calls so far, and what a test made the services answer. */
  reset(): void;
}

/** Starts a gateway whose services have the help centers above. */
export const startTestSite = async (options: TestGatewayOptions = {}): Promise<TestSite> => {
  const gateway = await startTestGateway({ publicUrl: PUBLIC_URL, ...options });
  const ask: TestSite['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = httpRequest(`${gateway.url}${path}`, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      asked.on('error', reject).end(body);
    });
  const reset = (): void => {
    gateway.calls.splice(0);
    Object.assign(gateway.answers, answers);
  };
  reset();
  return {
    ...gateway,
    ask,
    target: async (path, request) => {
      const { status, headers } = await ask(path, request);
      return [status, headers.location];
    },
    reset,
  };
};
