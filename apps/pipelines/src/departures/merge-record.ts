import type { Sql } from '@parley/persistence';
import { inheritEntries, lockRecords, makeRoomForHeir, takeRecord } from '../records';
import { deleteRecord } from './delete-record';

/**
 * Moves a merged contact's entries to the one it was merged into, in place and silently. Where that has one already, it stays and
 * the other one is deleted.
 */
export const mergeRecord = async (
  tx: Sql,
  projectId: string,
  { from, into }: { from: string; into: string },
): Promise<void> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  // A transaction that adds the guest locks it, and this waits for it.
  await takeRecord(tx, scope, from);
  await makeRoomForHeir(tx, scope, from, into);
  await lockRecords(tx, scope, [into]);
  await inheritEntries(tx, scope, from, into);
  await deleteRecord(tx, scope, from);
};
