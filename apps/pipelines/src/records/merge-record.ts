import { type Sql } from '@parley/persistence';
import { deleteRecord } from './delete-record';
import { goneRecords, lockRecords, markGone } from './record.store';

/** A contact that turned out to be another one. */
export interface Merge {
  from: string;
  into: string;
  at: Date;
}

/** Makes room for what is shown of a record, which is read from its owner soon; locks it until the transaction ends. */
const makeRoom = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline_record (project_id, record_type, id, version, attributes, search)
     VALUES ($1, 'contacts', $2, 0, '{}', '') ON CONFLICT (project_id, record_type, id) DO NOTHING`,
    [projectId, id],
  );
};

/**
 * Gives a contact's entries to its heir, in place and silently. Where the heir has one already, that stays as it is and the
 * other one goes.
 */
export const mergeRecord = async (tx: Sql, projectId: string, { from, into, at }: Merge): Promise<void> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  const has = await tx.query(
    `SELECT FROM pipeline_record WHERE project_id = $1 AND record_type = 'contacts' AND id = $2`,
    [projectId, from],
  );
  if (has.length > 0) await makeRoom(tx, projectId, into);
  await lockRecords(tx, scope, [from, into]);
  await markGone(tx, scope, [from], at);
  if ((await goneRecords(tx, scope, [into])).size > 0) return deleteRecord(tx, scope, from, at);
  await tx.query(
    `UPDATE pipeline_entry e SET record_id = $3
      WHERE e.project_id = $1 AND e.record_type = 'contacts' AND e.record_id = $2 AND NOT EXISTS (
        SELECT FROM pipeline_entry h
         WHERE h.project_id = $1 AND h.pipeline_id = e.pipeline_id AND h.record_id = $3)`,
    [projectId, from, into],
  );
  await deleteRecord(tx, scope, from, at);
};
