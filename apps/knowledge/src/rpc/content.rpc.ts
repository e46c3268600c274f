import { ContentServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  createContent,
  deleteContent,
  deleteContentBatch,
  deleteOldContentBatches,
  getContent,
  listContent,
  updateContent,
} from '../content';
import type { Deps } from '../deps';

const { methods } = ContentServiceDefinition;

export const contentRpc = (deps: Deps): ServiceImplementation =>
  implement(ContentServiceDefinition, {
    listContent: (request, context) => listContent(deps, request, context),
    createContent: deps.effects.once(methods.createContent, (request, context) =>
      createContent(deps, request, context),
    ),
    getContent: (request, context) => getContent(deps, request, context),
    updateContent: (request, context) => updateContent(deps, request, context),
    deleteContent: (request, context) => deleteContent(deps, request, context),
    deleteContentBatch: (request, context) => deleteContentBatch(deps, request, context),
    deleteOldContentBatches: (request, context) => deleteOldContentBatches(deps, request, context),
  });
