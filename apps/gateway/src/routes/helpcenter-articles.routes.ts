import { ArticlesServiceDefinition as articles } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { operation, WHOLE } from '../rest';

/** Articles of the help center. */
export const helpcenterArticleOperations = [
  operation(
    'helpcenter-articles.list',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles',
    articles,
    'listArticles',
    {
      permission: 'HELPCENTER_FIND',
      page: WHOLE,
      out: { stream: 'json', field: 'articles' },
    },
  ),
  operation(
    'helpcenter-articles.create',
    'POST /helpcenter/collections/{helpcenterCollectionId}/articles',
    articles,
    'createArticle',
    {
      permission: 'HELPCENTER_CREATE',
      into: 'article',
      out: 'article',
      exists: 'checkCollection',
    },
  ),
  operation(
    'helpcenter-articles.get',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'getArticle',
    {
      permission: 'HELPCENTER_FIND',
      out: 'article',
    },
  ),
  operation(
    'helpcenter-articles.get-by-ref',
    'GET /helpcenter/articles/{articleRef}',
    articles,
    'getArticleByRef',
    {
      permission: 'HELPCENTER_FIND',
      out: 'article',
      errors: ['ARTICLE_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.update',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'updateArticle',
    {
      permission: 'HELPCENTER_UPDATE',
      into: 'article',
      out: 'article',
      errors: ['VERSION_CONFLICT'],
    },
  ),
  operation(
    'helpcenter-articles.delete',
    'DELETE /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}',
    articles,
    'deleteArticle',
    {
      permission: 'HELPCENTER_DELETE',
      out: 'article',
    },
  ),
  operation(
    'helpcenter-articles.reorder',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/articles/order',
    articles,
    'reorderArticles',
    {
      permission: 'HELPCENTER_UPDATE',
      out: { stream: 'json', field: 'articles' },
      exists: 'checkCollection',
    },
  ),
  operation(
    'helpcenter-articles.move',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/move',
    articles,
    'moveArticle',
    {
      permission: 'HELPCENTER_UPDATE',
      out: 'article',
    },
  ),
];
