import { TICKET } from './identities';

/** One answer of a row with a shape: what the stub answers, and the document that is made of it. */
export interface ShapeCase {
  row: string;
  /** Of a GET, after the question mark. */
  query?: string;
  /** Of another method. */
  body?: object;
  response: object;
  document: unknown;
}

const ID = '0000000000000000000000f1';
const ticket = { id: TICKET, _id: TICKET };
const message = { id: ID, _id: ID, ticket: TICKET };
const project = {
  id: '0000000000000000000000c1',
  name: 'Shop',
  languages: ['en', 'de'],
  defaultLanguage: 'en',
  helpcenter: { slug: 'shop' },
};
const collection = { id: ID, docId: 3, slug: 'orders', title: 'Orders', articlesCount: 2 };
const article = { id: ID, docId: 12, title: 'Refunds', upvotes: 1 };
const found = { language: 'de', hits: [{ id: ID, snippet: 'A <em>refund</em>' }] };
const page = { language: 'en', collection, breadcrumbs: [], subCollections: [], articles: [] };

export const shapeCases: ShapeCase[] = [
  {
    row: 'inbox.sign-in',
    body: { email: 'ada@example.com', password: 'correct horse battery' },
    response: { token: 'secret', maxAge: 60, user: { id: ID } },
    document: { user: { id: ID } },
  },
  {
    row: 'messages.search',
    query: 'searchTerm=invoice',
    response: { hits: [{ message, score: 0.5, highlight: { comment: '<em>invoice</em>' } }] },
    document: { hits: [{ ...message, score: 0.5, highlight: { comment: '<em>invoice</em>' } }] },
  },
  {
    row: 'tickets.search',
    query: 'searchTerm=invoice',
    response: { hits: [{ ticket: { ...ticket, score: 0.5 }, highlight: { title: '<em>invoice</em>' } }] },
    document: { hits: [{ ...ticket, score: 0.5, highlight: { title: '<em>invoice</em>' } }] },
  },
  {
    row: 'sessions.activities',
    response: { activities: [{ ticket, isFromDuplicateSession: true }, { ticket }] },
    document: [
      { ...ticket, isFromDuplicateSession: true },
      { ...ticket, isFromDuplicateSession: false },
    ],
  },
  {
    row: 'sessions.list',
    response: { contacts: [{ id: ID }], organisations: [] },
    document: [{ id: ID }],
  },
  {
    row: 'sessions.list',
    query: 'type=organisations',
    response: { contacts: [], organisations: [{ companyId: 'acme', count: 2 }] },
    document: [{ companyId: 'acme', count: 2 }],
  },
  { row: 'sessions.shopify', response: {}, document: {} },
  {
    row: 'sessions.shopify',
    response: { orders: [], shopDomain: 'shop.example.com' },
    document: { customer: null, orders: [], shopDomain: 'shop.example.com' },
  },
  { row: 'helpcenter-articles.get-draft', response: {}, document: null },
  {
    row: 'helpcenter-articles.get-draft',
    response: { draft: { draftVersion: 2 } },
    document: { draftVersion: 2 },
  },
  {
    row: 'helpcenter-visitor.resolve-redirect',
    query: 'path=/old',
    response: {},
    document: { redirect: null },
  },
  {
    row: 'helpcenter-visitor.resolve-redirect',
    query: 'path=/old',
    response: { redirect: { url: '/new', status: 301 } },
    document: { redirect: { url: '/new', status: 301 } },
  },
  {
    row: 'helpcenter-visitor.list-collections',
    response: { data: { language: 'de', collections: [collection] }, project },
    document: { data: { language: 'de', collections: [collection] }, project, domainRedirect: null },
  },
  {
    row: 'helpcenter-visitor.get-collection',
    response: { data: page, project, domainRedirect: 'https://help.example.com' },
    document: { data: page, project, domainRedirect: 'https://help.example.com' },
  },
  {
    row: 'helpcenter-visitor.get-article',
    response: { data: { language: 'en', article }, project },
    document: {
      data: { language: 'en', article: { ...article, vote: null } },
      project,
      domainRedirect: null,
    },
  },
  {
    row: 'helpcenter-visitor.search',
    query: 'searchTerm=refund',
    response: { data: found, project },
    document: { data: found, project, domainRedirect: null },
  },
  {
    row: 'helpcenter-visitor.rate-article',
    response: { upvotes: 2, downvotes: 1 },
    document: { vote: null, upvotes: 2, downvotes: 1 },
  },
];
