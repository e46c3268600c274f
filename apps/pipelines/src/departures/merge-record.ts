import { type Sql } from '@parley/persistence';
import { deleteRecord } from './delete-record';
import {
  forgetUnused,
  goneRecords,
  inheritEntries,
  lockRecords,
  makeRoomForHeir,
  markGone,
} from '../records/record.store';

/** A contact that turned out to be another one. */
export interface Merge {
  from: string;
  into: string;
  at: Date;
}

/**
 * Moves a merged contact's entries to the one it was merged into, in place and silently. Where that has one already, it stays and
 * the other one is deleted.
 */
export const mergeRecord = async (tx: Sql, projectId: string, { from, into, at }: Merge): Promise<void> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  // A transaction that adds the guest locks it, and this waits for it.
  await markGone(tx, scope, from, at);
  await makeRoomForHeir(tx, scope, from, into);
  await lockRecords(tx, scope, [into]);
  if ((await goneRecords(tx, scope, [into])).size > 0) {
    await forgetUnused(tx, scope, [into]);
    return deleteRecord(tx, scope, from, at);
  }
  await inheritEntries(tx, scope, from, into);
  await deleteRecord(tx, scope, from, at);
};
