import { PipelineEntriesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { requireBoard } from '../boards/require-board';
import { type Deps } from '../deps';
import { addEntry } from '../entries/add-entry';
import { getEntry } from '../entries/get-entry';
import { listEntries } from '../entries/list-entries';
import { listEntriesOfRecord } from '../entries/list-entries-of-record';
import { listHistory } from '../entries/list-history';
import { moveEntry } from '../entries/move-entry';
import { removeEntry } from '../entries/remove-entry';
import { setDueDate } from '../entries/set-due-date';
import { updateRecordValues } from '../entries/update-record-values';
import { updateValues } from '../entries/update-values';

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
