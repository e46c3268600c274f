import { PipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  createPipeline,
  deletePipeline,
  getPipeline,
  listPipelines,
  summarisePipeline,
  updatePipeline,
} from '../pipelines';
import type { Deps } from '../deps';

const { methods } = PipelinesServiceDefinition;

export const pipelinesRpc = (deps: Deps): ServiceImplementation =>
  implement(PipelinesServiceDefinition, {
    listPipelines: (request, context) => listPipelines(deps, request, context),
    createPipeline: deps.effects.once(methods.createPipeline, (request, context) =>
      createPipeline(deps, request, context),
    ),
    getPipeline: (request, context) => getPipeline(deps, request, context),
    updatePipeline: (request, context) => updatePipeline(deps, request, context),
    deletePipeline: (request, context) => deletePipeline(deps, request, context),
    getPipelineSummary: (request, context) => summarisePipeline(deps, request, context),
  });
