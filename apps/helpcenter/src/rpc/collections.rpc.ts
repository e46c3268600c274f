import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getArticleStats } from '../articles/get-article-stats';
import { createCollection } from '../collections/create-collection';
import { deleteCollection } from '../collections/delete-collection';
import { getCollection } from '../collections/get-collection';
import { listAllCollections, listCollections } from '../collections/list-collections';
import { reorderCollections } from '../collections/reorder-collections';
import { togglePublish } from '../publishing/toggle-publish';
import { updateCollection } from '../publishing/update-collection';
import { type Deps } from '../deps';

const { methods } = CollectionsServiceDefinition;

export const collectionsRpc = (deps: Deps): ServiceImplementation =>
  implement(CollectionsServiceDefinition, {
    listCollections: (request, context) => listCollections(deps, request, context),
    createCollection: deps.effects.once(methods.createCollection, (request, context) =>
      createCollection(deps, request, context),
    ),
    getCollection: (request, context) => getCollection(deps, request, context),
    updateCollection: (request, context) => updateCollection(deps, request, context),
    deleteCollection: (request, context) => deleteCollection(deps, request, context),
    listAllCollections: (request, context) => listAllCollections(deps, request, context),
    getArticleStats: (request, context) => getArticleStats(deps, request, context),
    reorderCollections: (request, context) => reorderCollections(deps, request, context),
    togglePublish: (request, context) => togglePublish(deps, request, context),
  });
