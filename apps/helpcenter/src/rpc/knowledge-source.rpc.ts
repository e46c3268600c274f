import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { findCollectionTrees, getPublishedArticles, listPublishedArticles } from '../knowledge';

export const knowledgeSourceRpc = (deps: Deps): ServiceImplementation =>
  implement(KnowledgeSourceServiceDefinition, {
    getPublishedArticles: (request, context) => getPublishedArticles(deps, request, context),
    listPublishedArticles: (request) => listPublishedArticles(deps, request),
    findCollectionTrees: (request, context) => findCollectionTrees(deps, request, context),
  });
