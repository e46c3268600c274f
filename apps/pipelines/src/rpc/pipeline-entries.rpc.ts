import { PipelineEntriesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { requireBoard } from '../boards';
import type { Deps } from '../deps';
import {
  addEntry,
  getEntry,
  listEntries,
  listEntriesOfRecord,
  listHistory,
  moveEntry,
  removeEntry,
  setDueDate,
  updateRecordValues,
  updateValues,
} from '../entries';

const { methods } = PipelineEntriesServiceDefinition;

export const pipelineEntriesRpc = (deps: Deps): ServiceImplementation =>
  implement(PipelineEntriesServiceDefinition, {
    listPipelineEntries: (request, context) => listEntries(deps, request, context),
    addPipelineEntry: deps.effects.once(methods.addPipelineEntry, (request, context) =>
      addEntry(deps, request, context),
    ),
    getPipelineEntry: (request, context) => getEntry(deps, request, context),
    removePipelineEntry: (request, context) => removeEntry(deps, request, context),
    movePipelineEntry: (request, context) => moveEntry(deps, request, context),
    updateEntryValues: (request, context) => updateValues(deps, request, context),
    updateEntryRecordValues: (request, context) => updateRecordValues(deps, request, context),
    setEntryDueDate: (request, context) => setDueDate(deps, request, context),
    listEntriesOfRecord: (request, context) => listEntriesOfRecord(deps, request, context),
    listEntryHistory: (request, context) => listHistory(deps, request, context),
    checkEntriesPipeline: async ({ pipelineId }, context) => {
      await requireBoard(deps, pipelineId, context);
      return {};
    },
  });
