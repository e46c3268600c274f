import { FeedbackServiceDefinition as feedback } from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import { VisitorServiceDefinition as visitor } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { operation } from '../rest';
import {
  articleRating,
  foundArticles,
  visibleArticle,
  visibleCollection,
  visibleCollections,
} from './visitor.shapes';

/** The help center as its visitors see it. */
export const helpcenterVisitorOperations = [
  operation(
    'helpcenter-visitor.list-collections',
    'GET /shared/helpcenter/collections',
    visitor,
    'listVisibleCollections',
    {
      surface: 'widget',
      widget: 'key',
      out: visibleCollections,
      errors: ['COLLECTION_NOT_FOUND', 'HELPCENTER_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-visitor.get-collection',
    'GET /shared/helpcenter/collections/{collectionRef}',
    visitor,
    'getVisibleCollection',
    {
      surface: 'widget',
      widget: 'key',
      out: visibleCollection,
      errors: ['COLLECTION_NOT_FOUND', 'HELPCENTER_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-visitor.get-article',
    'GET /shared/helpcenter/articles/{articleRef}',
    visitor,
    'getVisibleArticle',
    {
      surface: 'widget',
      widget: 'key',
      out: visibleArticle,
      exists: 'checkVisibleArticle',
      errors: ['ARTICLE_NOT_FOUND', 'HELPCENTER_NOT_FOUND'],
    },
  ),
  operation('helpcenter-visitor.search', 'GET /shared/helpcenter/search', visitor, 'searchArticles', {
    surface: 'widget',
    widget: 'key',
    page: { default: 30, max: 30 },
    out: foundArticles,
    errors: ['HELPCENTER_NOT_FOUND'],
  }),
  operation('helpcenter-visitor.sources', 'GET /shared/helpcenter/sources', visitor, 'findSources', {
    surface: 'widget',
    widget: 'key',
    page: { default: 5, max: 10 },
    errors: ['HELPCENTER_NOT_FOUND'],
  }),
  operation('helpcenter-visitor.answer', 'GET /shared/helpcenter/answer', visitor, 'answerQuestion', {
    surface: 'widget',
    widget: 'key',
    budgets: ['answers'],
    errors: ['HELPCENTER_NOT_FOUND'],
  }),
  operation(
    'helpcenter-visitor.rate-article',
    'PUT /shared/helpcenter/articles/{articleRef}/feedback',
    visitor,
    'rateArticle',
    {
      surface: 'widget',
      widget: 'key',
      queryToo: ['lang'],
      out: articleRating,
      exists: 'checkVisibleArticle',
      errors: ['ARTICLE_NOT_FOUND', 'HELPCENTER_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-articles.list-feedback',
    'GET /helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/feedback',
    feedback,
    'listFeedback',
    {
      permission: 'HELPCENTER_FIND',
      page: { default: 50, max: 100 },
      out: 'feedback',
    },
  ),
];
