import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import type { CallContext } from '@parley/rpc';
import type { Board } from '../boards';
import type { Deps } from '../deps';
import type { EntryRow } from './entry';
import { type EntryChange, isChange } from './entry.changes';
import { presentEntry } from './entry.present';
import { lockEntry } from './entry.store';
import { saveEntries } from './save-entries';

/** Changes data of one entry. What changes nothing writes nothing. */
export const changeEntry = async (
  deps: Deps,
  board: Board,
  entryId: string,
  context: CallContext,
  change: (entry: EntryRow, at: Date) => EntryChange,
): Promise<PipelineEntry> => {
  const after = await runTransaction(deps.db, async (tx) => {
    const entry = await lockEntry(tx, board, entryId);
    if (!entry) throw notFound('pipeline_entry');
    const changed = change(entry, deps.clock());
    if (isChange(changed, entry)) await saveEntries(tx, board, [changed], context);
    return changed.after;
  });
  deps.events.wake();
  return presentEntry(board, after);
};
