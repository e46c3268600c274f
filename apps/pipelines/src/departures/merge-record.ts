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
 * Gives a contact's entries to its heir, in place and silently. Where the heir has one already, that stays as it is and the
 * other one goes.
 */
export const mergeRecord = async (tx: Sql, projectId: string, { from, into, at }: Merge): Promise<void> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  // Whoever is adding the guest holds it, and is waited for here.
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
