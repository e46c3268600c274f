import { CollectionsServiceDefinition as collections } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { operation, WHOLE } from '../rest';

/** Collections of the help center. */
export const helpcenterCollectionOperations = [
  operation('helpcenter-collections.list', 'GET /helpcenter/collections', collections, 'listCollections', {
    surface: 'dashboard',
    permission: 'HELPCENTER_FIND',
    page: WHOLE,
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
      errors: ['COLLECTION_NOT_EMPTY', 'COLLECTION_HAS_SUBCOLLECTIONS'],
    },
  ),
  operation(
    'helpcenter-collections.list-all',
    'GET /helpcenter/collections/all',
    collections,
    'listAllCollections',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_FIND',
      page: WHOLE,
      out: { stream: 'json', field: 'collections' },
    },
  ),
  operation(
    'helpcenter-collections.article-stats',
    'GET /helpcenter/collections/stats',
    collections,
    'getArticleStats',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_FIND',
    },
  ),
  operation(
    'helpcenter-collections.reorder',
    'PUT /helpcenter/collections/order',
    collections,
    'reorderCollections',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_UPDATE',
      out: { stream: 'json', field: 'collections' },
      errors: ['COLLECTION_NOT_FOUND'],
    },
  ),
  operation(
    'helpcenter-collections.toggle-publish',
    'PUT /helpcenter/collections/{helpcenterCollectionId}/toggle-publish',
    collections,
    'togglePublish',
    {
      surface: 'dashboard',
      permission: 'HELPCENTER_UPDATE',
      timeoutMs: 60_000,
    },
  ),
];
