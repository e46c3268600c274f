import type { Sql } from '@parley/persistence';
import type { RecordType } from '../boards';
import { type RecordState, searchText } from './record';

/** Records of one type of a project. */
export interface RecordScope {
  projectId: string;
  recordType: RecordType;
}

const encodeRows = (recordType: RecordType, states: readonly RecordState[]): string =>
  JSON.stringify(
    [...states]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, version, attributes }) => ({
        id,
        version,
        attributes,
        search: searchText(recordType, attributes),
      })),
  );

/** In the order of ids, so that those who lock several never wait for each other in a circle. */
const KEEP = `
INSERT INTO pipeline_record AS r (project_id, record_type, id, version, attributes, search)
  SELECT $1, $2, s.id, s.version, s.attributes, s.search
    FROM json_populate_recordset(NULL::pipeline_record, $3::json) s
  ON CONFLICT (project_id, record_type, id)
    DO UPDATE SET version = EXCLUDED.version, attributes = EXCLUDED.attributes, search = EXCLUDED.search
    WHERE r.version < EXCLUDED.version`;

/** Keeps states of records that entries are for, unless newer ones are kept; locks them until the transaction ends. */
export const keepRecords = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  states: readonly RecordState[],
): Promise<void> => {
  if (states.length === 0) return;
  await tx.query(KEEP, [projectId, recordType, encodeRows(recordType, states)], { prepare: true });
};

const REFRESH = `
UPDATE pipeline_record r SET version = s.version, attributes = s.attributes, search = s.search
  FROM json_populate_recordset(NULL::pipeline_record, $3::json) s
 WHERE r.project_id = $1 AND r.record_type = $2 AND r.id = s.id AND r.version < s.version`;

/** Brings records that are kept here up to date, unless newer states are kept. */
export const refreshRecords = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  states: readonly RecordState[],
): Promise<void> => {
  await tx.query(REFRESH, [projectId, recordType, encodeRows(recordType, states)], { prepare: true });
};

/** Locks records that are kept until the transaction ends. */
export const lockRecords = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  ids: readonly string[],
): Promise<void> => {
  await tx.query(
    `SELECT FROM pipeline_record
      WHERE project_id = $1 AND record_type = $2 AND id = ANY ($3::text[]) ORDER BY id FOR UPDATE`,
    [projectId, recordType, ids],
    { prepare: true },
  );
};

/** Locks a record, also one without a copy. Waits for a transaction that adds it; a later one finds that it was deleted. */
export const takeRecord = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  id: string,
): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline_record (project_id, record_type, id, version, attributes, search)
     VALUES ($1, $2, $3, 0, '{}', '')
     ON CONFLICT (project_id, record_type, id) DO UPDATE SET attributes = '{}'`,
    [projectId, recordType, id],
  );
};

/** Deletes the copy of a record. */
export const dropRecord = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  id: string,
): Promise<void> => {
  await tx.query('DELETE FROM pipeline_record WHERE project_id = $1 AND record_type = $2 AND id = $3', [
    projectId,
    recordType,
    id,
  ]);
};

/** Forgets records that are on no board any more. They are locked. */
export const forgetUnused = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  ids: readonly string[],
): Promise<void> => {
  await tx.query(
    `DELETE FROM pipeline_record r
      WHERE r.project_id = $1 AND r.record_type = $2 AND r.id = ANY ($3::text[])
        AND NOT EXISTS (SELECT FROM pipeline_entry e
                         WHERE e.project_id = $1 AND e.record_type = $2 AND e.record_id = r.id)`,
    [projectId, recordType, ids],
    { prepare: true },
  );
};

/** Deletes digests of deleted records that processes of a former release stored here before a time. */
export const forgetFormerNotes = async (sql: Sql, before: Date): Promise<void> => {
  await sql.query('DELETE FROM pipeline_record WHERE gone_at < $1', [before]);
};

const IS_UNREAD = 'version = 0 AND gone_at IS NULL';

/** Whether nothing is known yet of a record that an entry is for. */
export const UNREAD_DUE = `(SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM pipeline_record WHERE ${IS_UNREAD}))`;

/** Records that entries are for and of which nothing is known yet. */
export const unreadRecords = (
  sql: Sql,
  limit: number,
): Promise<{ projectId: string; recordType: RecordType; id: string }[]> =>
  sql.query(
    `SELECT project_id AS "projectId", record_type AS "recordType", id FROM pipeline_record
      WHERE ${IS_UNREAD} ORDER BY project_id, record_type, id LIMIT $1`,
    [limit],
  );

/** Has a record that is kept read from its owner soon. */
export const markUnread = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  id: string,
): Promise<void> => {
  await tx.query(
    `UPDATE pipeline_record SET version = 0
      WHERE project_id = $1 AND record_type = $2 AND id = $3`,
    [projectId, recordType, id],
  );
};

/** Ids of records by a part of their search text, at most `limit`. */
export const searchRecords = async (
  sql: Sql,
  { projectId, recordType }: RecordScope,
  pattern: string,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM pipeline_record
      WHERE project_id = $1 AND record_type = $2 AND search LIKE $3 AND gone_at IS NULL LIMIT $4`,
    [projectId, recordType, pattern, limit],
  );
  return rows.map(({ id }) => id);
};

/** Ids of the entries of a record. */
export const entryIdsOfRecord = async (
  sql: Sql,
  { projectId, recordType }: RecordScope,
  id: string,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM pipeline_entry WHERE project_id = $1 AND record_type = $2 AND record_id = $3 ORDER BY id',
    [projectId, recordType, id],
  );
  return rows.map((row) => row.id);
};

/** Makes an empty copy of a record that gets a merged contact's entries; it is soon read from its owner. */
export const makeRoomForHeir = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  from: string,
  into: string,
): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline_record (project_id, record_type, id, version, attributes, search)
     SELECT $1, $2, $4, 0, '{}', '' WHERE EXISTS (
       SELECT FROM pipeline_entry WHERE project_id = $1 AND record_type = $2 AND record_id = $3)
     ON CONFLICT (project_id, record_type, id) DO NOTHING`,
    [projectId, recordType, from, into],
  );
};

/** Gives entries of a record to another one, except on boards where that is already. */
export const inheritEntries = async (
  tx: Sql,
  { projectId, recordType }: RecordScope,
  from: string,
  into: string,
): Promise<void> => {
  await tx.query(
    `UPDATE pipeline_entry e SET record_id = $4
      WHERE e.project_id = $1 AND e.record_type = $2 AND e.record_id = $3 AND NOT EXISTS (
        SELECT FROM pipeline_entry h
         WHERE h.project_id = $1 AND h.pipeline_id = e.pipeline_id AND h.record_id = $4)`,
    [projectId, recordType, from, into],
  );
};
