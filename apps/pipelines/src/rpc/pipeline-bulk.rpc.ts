import { PipelineBulkServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { bulkUpdate, exportEntries, importEntries } from '../bulk';
import { requireBoard } from '../boards';
import type { Deps } from '../deps';

export const pipelineBulkRpc = (deps: Deps): ServiceImplementation =>
  implement(PipelineBulkServiceDefinition, {
    bulkUpdateEntries: (request, context) => bulkUpdate(deps, request, context),
    importEntries: (request, context) => importEntries(deps, request, context),
    exportPipelineEntries: (request, context) => exportEntries(deps, request, context),
    checkBulkPipeline: async ({ pipelineId }, context) => {
      await requireBoard(deps, pipelineId, context);
      return {};
    },
  });
