import { type Sql } from '@parley/persistence';
import { deleteEntries } from '../entries/entry.store';
import { entryIdsOfRecord, markGone, type RecordScope } from '../records/record.store';

/**
 * Removes a record from all boards, silently. Its deletion is recorded for a while, so that an entry that is being added at the
 * same time does not stay.
 */
export const deleteRecord = async (tx: Sql, scope: RecordScope, id: string, at: Date): Promise<void> => {
  // Before its entries: a transaction that adds one locks the record, and this waits for it.
  await markGone(tx, scope, id, at);
  const entries = await entryIdsOfRecord(tx, scope, id);
  if (entries.length > 0) await deleteEntries(tx, scope.projectId, entries);
};
