import { type Sql } from '@parley/persistence';
import { deleteEntries } from '../entries/entry.store';
import { entryIdsOfRecord, markGone, type RecordScope } from '../records/record.store';

/**
 * Has a record be on no board any more, silently. That it is gone is kept for a while, so that an entry that is being added
 * meanwhile does not stay.
 */
export const deleteRecord = async (tx: Sql, scope: RecordScope, id: string, at: Date): Promise<void> => {
  // Before its entries: whoever adds one holds the record, and is waited for here.
  await markGone(tx, scope, id, at);
  const entries = await entryIdsOfRecord(tx, scope, id);
  if (entries.length > 0) await deleteEntries(tx, scope.projectId, entries);
};
