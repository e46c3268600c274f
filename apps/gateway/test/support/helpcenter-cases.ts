import { type RowCase } from './row-case';

const COLLECTION = '0000000000000000000000b1';
const ARTICLE = '0000000000000000000000b2';
const collection = { id: COLLECTION, docId: 1, title: { en: 'Orders' }, articlesCount: 2 };
const article = { id: ARTICLE, docId: 1, title: { en: 'Refunds' }, version: 3, isDraft: true };
const path = `/helpcenter/collections/${COLLECTION}`;
const bare = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Cases of the help center. */
export const helpcenterCases: RowCase[] = [
  {
    row: 'helpcenter-collections.list',
    method: 'GET',
    path: '/helpcenter/collections?parentId=all',
    rpc: 'listCollections',
    received: { parentId: 'all' },
    response: { collections: [collection] },
    document: [collection],
  },
  {
    row: 'helpcenter-collections.create',
    method: 'POST',
    path: '/helpcenter/collections',
    request: {
      body: {
        title: { en: 'Orders', de: null },
        description: 'All about orders',
        parent: COLLECTION,
        baseAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
        project: 'forged',
        docId: 99,
        lexorank: 'zzz',
      },
    },
    rpc: 'createCollection',
    received: {
      collection: {
        title: { en: 'Orders', de: null },
        description: 'All about orders',
        parent: COLLECTION,
        baseAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
        targetAudience: undefined,
      },
    },
    response: { collection },
    document: collection,
  },
  {
    row: 'helpcenter-collections.get',
    method: 'GET',
    path,
    rpc: 'getCollection',
    received: { helpcenterCollectionId: COLLECTION },
    response: { collection },
    document: collection,
  },
  {
    row: 'helpcenter-collections.update',
    method: 'PUT',
    path,
    request: { body: { parent: null, iconUrl: 'https://shop.example/a.svg', targetAudience: 'users' } },
    rpc: 'updateCollection',
    received: {
      helpcenterCollectionId: COLLECTION,
      collection: { iconUrl: 'https://shop.example/a.svg', targetAudience: 'users' },
      nulls: ['parent'],
    },
    response: { collection },
    document: collection,
  },
  {
    row: 'helpcenter-collections.delete',
    method: 'DELETE',
    path,
    rpc: 'deleteCollection',
    received: { helpcenterCollectionId: COLLECTION },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'helpcenter-articles.list',
    method: 'GET',
    path: `${path}/articles`,
    rpc: 'listArticles',
    received: { helpcenterCollectionId: COLLECTION },
    response: { articles: [article] },
    document: [article],
  },
  {
    row: 'helpcenter-articles.create',
    method: 'POST',
    path: `${path}/articles`,
    request: { body: { title: 'Refunds', content: { en: bare }, isDraft: false, plainContent: 'forged' } },
    rpc: 'createArticle',
    received: {
      helpcenterCollectionId: COLLECTION,
      article: { title: 'Refunds', content: { en: bare }, isDraft: false, upvotes: undefined },
    },
    response: { article },
    document: article,
  },
  {
    row: 'helpcenter-articles.get',
    method: 'GET',
    path: `${path}/articles/${ARTICLE}?format=html`,
    rpc: 'getArticle',
    received: { helpcenterCollectionId: COLLECTION, helpcenterArticleId: ARTICLE, format: 'html' },
    response: { article: { ...article, contentHtml: { en: '<p></p>' } } },
    document: { ...article, contentHtml: { en: '<p></p>' } },
  },
  {
    row: 'helpcenter-articles.update',
    method: 'PUT',
    path: `${path}/articles/${ARTICLE}`,
    request: { body: { content: bare, externalId: null, expectedVersion: 3, version: 9 } },
    rpc: 'updateArticle',
    received: {
      helpcenterCollectionId: COLLECTION,
      helpcenterArticleId: ARTICLE,
      article: { content: bare },
      nulls: ['externalId'],
      expectedVersion: 3,
    },
    response: { article },
    document: article,
  },
  {
    row: 'helpcenter-articles.delete',
    method: 'DELETE',
    path: `${path}/articles/${ARTICLE}`,
    rpc: 'deleteArticle',
    received: { helpcenterCollectionId: COLLECTION, helpcenterArticleId: ARTICLE },
    response: { article },
    document: article,
  },
];
