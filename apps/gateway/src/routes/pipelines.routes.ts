import { PipelineBulkServiceDefinition as bulk } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { PipelineEntriesServiceDefinition as entries } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { PipelineFieldsServiceDefinition as fields } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { PipelinesServiceDefinition as pipelines } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { operation } from '../rest';

const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
const LONG_TIMEOUT_MS = 120_000;

export const pipelineOperations = [
  operation('pipelines.list', 'GET /pipelines', pipelines, 'listPipelines', {
    permission: 'PIPELINE_FIND',
    page: { default: 100, max: 500 },
    out: 'pipelines',
  }),
  operation('pipelines.create', 'POST /pipelines', pipelines, 'createPipeline', {
    permission: 'PIPELINE_CREATE',
    into: 'pipeline',
    out: 'pipeline',
    errors: ['TOO_MANY_PIPELINES'],
  }),
  operation('pipelines.get', 'GET /pipelines/{pipelineId}', pipelines, 'getPipeline', {
    permission: 'PIPELINE_FIND',
    out: 'pipeline',
  }),
  operation('pipelines.update', 'PUT /pipelines/{pipelineId}', pipelines, 'updatePipeline', {
    permission: 'PIPELINE_UPDATE',
    into: 'pipeline',
    out: 'pipeline',
    errors: ['VERSION_CONFLICT', 'LANE_NOT_EMPTY'],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  operation('pipelines.delete', 'DELETE /pipelines/{pipelineId}', pipelines, 'deletePipeline', {
    permission: 'PIPELINE_DELETE',
    out: 'pipeline',
    errors: ['PIPELINE_NOT_EMPTY'],
  }),
  operation('pipelines.summary', 'GET /pipelines/{pipelineId}/summary', pipelines, 'getPipelineSummary', {
    permission: 'PIPELINE_FIND',
  }),
  operation('pipelines.properties', 'GET /pipelines/{pipelineId}/properties', fields, 'listPipelineFields', {
    permission: 'PIPELINE_FIND',
    page: { default: 100, max: 100 },
    out: 'fields',
  }),
  operation(
    'pipelines.create-property',
    'POST /pipelines/{pipelineId}/properties',
    fields,
    'createPipelineField',
    {
      permission: 'PIPELINE_UPDATE',
      into: 'field',
      out: 'field',
      exists: 'listPipelineFields',
      errors: ['FIELD_ID_TAKEN', 'TOO_MANY_FIELDS'],
    },
  ),
  operation(
    'pipelines.update-property',
    'PUT /pipelines/{pipelineId}/properties/{fieldId}',
    fields,
    'updatePipelineField',
    {
      permission: 'PIPELINE_UPDATE',
      into: 'field',
      out: 'field',
      exists: 'checkPipelineField',
      errors: ['PIPELINE_FIELD_NOT_FOUND'],
    },
  ),
  operation(
    'pipelines.delete-property',
    'DELETE /pipelines/{pipelineId}/properties/{fieldId}',
    fields,
    'deletePipelineField',
    {
      permission: 'PIPELINE_DELETE',
      out: 'field',
      errors: ['PIPELINE_FIELD_NOT_FOUND'],
    },
  ),
  operation('pipelines.entries', 'GET /pipelines/{pipelineId}/entries', entries, 'listPipelineEntries', {
    permission: 'PIPELINE_FIND',
    page: { default: 50, max: 200 },
    out: 'entries',
  }),
  operation('pipelines.add-entry', 'POST /pipelines/{pipelineId}/entries', entries, 'addPipelineEntry', {
    permission: 'PIPELINE_UPDATE',
    out: 'entry',
    exists: 'checkEntriesPipeline',
    errors: ['SESSION_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  }),
  operation('pipelines.bulk', 'PUT /pipelines/{pipelineId}/entries/bulk', bulk, 'bulkUpdateEntries', {
    permission: 'PIPELINE_UPDATE',
    exists: 'checkBulkPipeline',
    errors: ['INVALID_SELECTION'],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  operation(
    'pipelines.import-entries',
    'POST /pipelines/{pipelineId}/entries/import',
    bulk,
    'importEntries',
    {
      permission: 'PIPELINE_UPDATE',
      exists: 'checkBulkPipeline',
      maxBodyBytes: MAX_IMPORT_BYTES,
      timeoutMs: LONG_TIMEOUT_MS,
    },
  ),
  operation(
    'pipelines.export-entries',
    'GET /pipelines/{pipelineId}/entries/export',
    bulk,
    'exportPipelineEntries',
    {
      permission: 'PIPELINE_EXPORT',
      out: { stream: 'csv', filename: 'pipeline.csv' },
    },
  ),
];
