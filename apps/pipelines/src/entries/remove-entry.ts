import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  RemovePipelineEntryRequest,
  RemovePipelineEntryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentEntry } from './entry.present';
import { removeEntries } from './remove-entries';
import { requireEntry } from './require-entry';

/** Takes a record off a board. */
export const removeEntry = async (
  deps: Deps,
  { entryId }: RemovePipelineEntryRequest,
  context: CallContext,
): Promise<Partially<RemovePipelineEntryResponse>> => {
  const { entry: known, board } = await requireEntry(deps, entryId, context);
  const [removed] = await runTransaction(deps.db, (tx) => removeEntries(tx, deps, board, [known], context));
  if (!removed) throw notFound('pipeline_entry');
  deps.events.wake();
  return { entry: presentEntry(board, removed) };
};
