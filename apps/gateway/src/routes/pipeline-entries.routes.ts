import { PipelineEntriesServiceDefinition as entries } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { operation } from '../rest';

const ids = { entryId: 'pipeline_entry' } as const;

export const pipelineEntryOperations = [
  operation(
    'pipeline-entries.for-record',
    'GET /pipeline-entries/for-record',
    entries,
    'listEntriesOfRecord',
    {
      permission: 'PIPELINE_FIND',
      out: 'entries',
    },
  ),
  operation('pipeline-entries.get', 'GET /pipeline-entries/{entryId}', entries, 'getPipelineEntry', {
    permission: 'PIPELINE_FIND',
    ids,
  }),
  operation('pipeline-entries.remove', 'DELETE /pipeline-entries/{entryId}', entries, 'removePipelineEntry', {
    permission: 'PIPELINE_UPDATE',
    ids,
    out: 'entry',
  }),
  operation('pipeline-entries.move', 'PUT /pipeline-entries/{entryId}/move', entries, 'movePipelineEntry', {
    permission: 'PIPELINE_UPDATE',
    ids,
    out: 'entry',
  }),
  operation(
    'pipeline-entries.values',
    'PUT /pipeline-entries/{entryId}/values',
    entries,
    'updateEntryValues',
    {
      permission: 'PIPELINE_UPDATE',
      ids,
      out: 'entry',
    },
  ),
  operation(
    'pipeline-entries.record-values',
    'PUT /pipeline-entries/{entryId}/record-values',
    entries,
    'updateEntryRecordValues',
    {
      permission: 'PIPELINE_UPDATE',
      ids,
      out: 'entry',
      errors: ['SESSION_NOT_FOUND', 'COMPANY_NOT_FOUND'],
    },
  ),
  operation(
    'pipeline-entries.due-date',
    'PUT /pipeline-entries/{entryId}/due-date',
    entries,
    'setEntryDueDate',
    {
      permission: 'PIPELINE_UPDATE',
      ids,
      out: 'entry',
    },
  ),
  operation(
    'pipeline-entries.history',
    'GET /pipeline-entries/{entryId}/history',
    entries,
    'listEntryHistory',
    {
      permission: 'PIPELINE_FIND',
      ids,
      page: { default: 100, max: 1_000 },
      out: 'entries',
    },
  ),
];
