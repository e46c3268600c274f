import { PipelineFieldsServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { createField, deleteField, checkField, listFields, updateField } from '../fields';

const { methods } = PipelineFieldsServiceDefinition;

export const pipelineFieldsRpc = (deps: Deps): ServiceImplementation =>
  implement(PipelineFieldsServiceDefinition, {
    listPipelineFields: (request, context) => listFields(deps, request, context),
    createPipelineField: deps.effects.once(methods.createPipelineField, (request, context) =>
      createField(deps, request, context),
    ),
    updatePipelineField: (request, context) => updateField(deps, request, context),
    deletePipelineField: (request, context) => deleteField(deps, request, context),
    checkPipelineField: (request, context) => checkField(deps, request, context),
  });
