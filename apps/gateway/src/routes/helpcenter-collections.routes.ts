import { CollectionsServiceDefinition as collections } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { operation, WHOLE } from '../rest';

/** Collections of the help center. */
export const helpcenterCollectionOperations = [
  operation('helpcenter-collections.list', 'GET /helpcenter/collections', collections, 'listCollections', {
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
      permission: 'HELPCENTER_FIND',
    },
  ),
  operation(
    'helpcenter-collections.reorder',
    'PUT /helpcenter/collections/order',
    collections,
    'reorderCollections',
    {
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
      permission: 'HELPCENTER_UPDATE',
      timeoutMs: 60_000,
    },
  ),
];
