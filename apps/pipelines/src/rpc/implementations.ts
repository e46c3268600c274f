import { PipelineFieldsServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { PipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as fields from '../fields';
import * as pipelines from '../pipelines';
import type { Deps } from '../deps';
import { pipelineBulkRpc } from './pipeline-bulk.rpc';
import { pipelineEntriesRpc } from './pipeline-entries.rpc';
import { serverPipelinesRpc } from './server-pipelines.rpc';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, PipelineFieldsServiceDefinition, fields, 'createPipelineField'),
  implementWith(deps, PipelinesServiceDefinition, pipelines, 'createPipeline'),
  pipelineBulkRpc(deps),
  pipelineEntriesRpc(deps),
  serverPipelinesRpc(deps),
];
