import { ArticlesServiceDefinition as articles } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { CollectionsServiceDefinition as collections } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { operation } from '../rest/operation';

export const helpcenterOperations = [
  operation('helpcenter-collections.list', 'GET /helpcenter/collections', collections, 'listCollections', {
    surface: 'dashboard',
    permission: 'HELPCENTER_FIND',
    out: { stream: 'json', field: 'collections' },
  }),
  operation(
    'helpcenter-collections.create',
    'POST /helpcenter/collections',
    collections,
    'createCollection',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_CREATE',
      into: 'collection',
      out: 'collection',
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-collections.get',
    'GET /helpcenter/collections/{helpcenterCollectionId}',
    collections,
    'getCollection',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_FIND',
      out: 'collection',
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-collections.update',
    'PUT /helpcenter/collections/{helpcenterCollectionId}',
    collections,
    'updateCollection',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_UPDATE',
      into: 'collection',
      out: 'collection',
      exists: 'getCollection',
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-collections.delete',
    'DELETE /helpcenter/collections/{helpcenterCollectionId}',
    collections,
    'deleteCollection',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_DELETE',
      errors: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_EMPTY', 'COLLECTION_HAS_SUBCOLLECTIONS'],
    },
  ),
  operation(
    'helpcenter-articles.list',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles',
    articles,
    'listArticles',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_FIND',
      out: { stream: 'json', field: 'articles' },
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.create',
    'POST /helpcenter/collections/{helpcenterCollectionId}/articles',
    articles,
    'createArticle',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_CREATE',
      into: 'article',
      out: 'article',
      exists: 'checkCollection',
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.get',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'getArticle',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_FIND',
      out: 'article',
      errors: ['COLLECTION_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.update',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'updateArticle',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_UPDATE',
      into: 'article',
      out: 'article',
      exists: 'getArticle',
      errors: ['COLLECTION_NOT_FOUND', 'ARTICLE_NOT_FOUND', 'VERSION_CONFLICT'],
    },
  ),
  operation(
    'helpcenter-articles.delete',
    'DELETE /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'deleteArticle',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_DELETE',
      out: 'article',
      errors: ['COLLECTION_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
    },
  ),
];
