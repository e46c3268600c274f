import type { Sql } from '@parley/persistence';
import { deleteEntries } from '../entries';
import { dropRecord, entryIdsOfRecord, type RecordScope, takeRecord } from '../records';

/** Removes a record from all boards, silently. */
export const deleteRecord = async (tx: Sql, scope: RecordScope, id: string): Promise<void> => {
  // Before its entries: a transaction that adds one locks the record, and this waits for it.
  await takeRecord(tx, scope, id);
  const entries = await entryIdsOfRecord(tx, scope, id);
  if (entries.length > 0) await deleteEntries(tx, scope.projectId, entries);
  await dropRecord(tx, scope, id);
};
