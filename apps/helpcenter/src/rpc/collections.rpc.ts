import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getArticleStats } from '../articles';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listAllCollections,
  listCollections,
  reorderCollections,
} from '../collections';
import { togglePublish, updateCollection } from '../publishing';
import type { Deps } from '../deps';

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
