import { widgetSignature } from '../../src/auth/widget';
import { PROJECT_KEY, SESSION_SECRET } from './identities';
import type { RowCase } from './row-case';

const anonymous = { token: null, project: null, headers: { 'api-token': PROJECT_KEY } };
const signed = {
  ...anonymous,
  headers: { ...anonymous.headers, 'svc-id': 's1', 'svc-hash': widgetSignature(SESSION_SECRET, 's1') },
};
const project = {
  id: '0000000000000000000000c1',
  name: 'Shop',
  languages: ['en', 'de'],
  defaultLanguage: 'en',
  helpcenter: { slug: 'shop' },
};
const collection = {
  id: '0000000000000000000000b1',
  docId: 3,
  slug: 'orders',
  title: 'Orders',
  articlesCount: 2,
};
const article = { id: '0000000000000000000000b2', docId: 12, title: 'Refunds', upvotes: 1 };

/** Cases of the help center as its visitors see it. */
export const visitorCases: RowCase[] = [
  {
    row: 'helpcenter-visitor.list-collections',
    method: 'GET',
    path: '/shared/helpcenter/collections?parentId=3-orders&lang=de',
    request: anonymous,
    rpc: 'listVisibleCollections',
    received: { parentId: '3-orders', lang: 'de' },
    response: { data: { language: 'de', collections: [collection] }, project },
    document: { data: { language: 'de', collections: [collection] }, project, domainRedirect: null },
  },
  {
    row: 'helpcenter-visitor.get-collection',
    method: 'GET',
    path: '/shared/helpcenter/collections/3-orders',
    request: signed,
    rpc: 'getVisibleCollection',
    received: { collectionRef: '3-orders' },
    response: {
      data: { language: 'en', collection, breadcrumbs: [], subCollections: [], articles: [] },
      project,
      domainRedirect: 'https://help.example.com',
    },
    document: {
      data: { language: 'en', collection, breadcrumbs: [], subCollections: [], articles: [] },
      project,
      domainRedirect: 'https://help.example.com',
    },
  },
  {
    row: 'helpcenter-visitor.get-article',
    method: 'GET',
    path: '/shared/helpcenter/articles/12',
    request: anonymous,
    rpc: 'getVisibleArticle',
    received: { articleRef: '12' },
    response: { data: { language: 'en', article }, project },
    document: {
      data: { language: 'en', article: { ...article, vote: null } },
      project,
      domainRedirect: null,
    },
  },
  {
    row: 'helpcenter-visitor.search',
    method: 'GET',
    path: '/shared/helpcenter/search?searchTerm=refund&limit=99&lang=de',
    request: anonymous,
    rpc: 'searchArticles',
    received: { searchTerm: 'refund', limit: 30, lang: 'de' },
    response: { data: { language: 'de', hits: [{ id: article.id, snippet: 'A <em>refund</em>' }] }, project },
    document: {
      data: { language: 'de', hits: [{ id: article.id, snippet: 'A <em>refund</em>' }] },
      project,
      domainRedirect: null,
    },
  },
  {
    row: 'helpcenter-visitor.sources',
    method: 'GET',
    path: '/shared/helpcenter/sources?searchTerm=refund&limit=11',
    request: anonymous,
    rpc: 'findSources',
    received: { searchTerm: 'refund', limit: 10 },
    response: { sources: [{ id: article.id, title: 'Refunds', extract: 'A refund' }] },
    document: { sources: [{ id: article.id, title: 'Refunds', extract: 'A refund' }] },
  },
  {
    row: 'helpcenter-visitor.answer',
    method: 'GET',
    path: '/shared/helpcenter/answer?question=How%20long%3F',
    request: signed,
    rpc: 'answerQuestion',
    received: { question: 'How long?' },
    response: { answer: '14 days. [1]', answered: true, language: 'en', sources: [{ id: article.id }] },
    document: { answer: '14 days. [1]', answered: true, language: 'en', sources: [{ id: article.id }] },
  },
  {
    row: 'helpcenter-visitor.rate-article',
    method: 'PUT',
    path: '/shared/helpcenter/articles/12-refunds/feedback',
    request: { ...signed, body: { vote: null, comment: 'Thanks' } },
    rpc: 'rateArticle',
    received: { articleRef: '12-refunds', comment: 'Thanks', nulls: ['vote'] },
    response: { upvotes: 2, downvotes: 1 },
    document: { vote: null, upvotes: 2, downvotes: 1 },
  },
  {
    row: 'helpcenter-articles.list-feedback',
    method: 'GET',
    path: '/helpcenter/collections/0000000000000000000000b1/articles/0000000000000000000000b2/feedback?limit=500&skip=2&sort=createdAt',
    rpc: 'listFeedback',
    received: { helpcenterArticleId: article.id, limit: 100, skip: 2, sort: 'createdAt' },
    response: { feedback: [{ id: article.id, vote: 'up' }] },
    document: [{ id: article.id, vote: 'up' }],
  },
];
