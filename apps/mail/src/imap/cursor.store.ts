import type { Sql } from '@parley/persistence';

/** A mailbox that is fetched by IMAP. */
export interface FetchedMailbox {
  projectId: string;
  id: string;
  revision: number;
}

type Key = Pick<FetchedMailbox, 'projectId' | 'id' | 'revision'>;

const toKey = ({ projectId, id, revision }: Key): unknown[] => [projectId, id, revision];
/** Of a former revision nothing is written. */
const SAME = 'project_id = $1 AND id = $2 AND revision = $3';

/** All mailboxes of the installation that are to be fetched. */
export const listFetched = (sql: Sql): Promise<FetchedMailbox[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id, revision FROM mailbox
     WHERE type = 'imap' AND incoming_state <> 'paused' ORDER BY id`,
  );

/** A login succeeded. */
export const noteConnected = async (sql: Sql, key: Key): Promise<void> => {
  await sql.query(
    `UPDATE mailbox SET incoming_state = 'connected', failing_since = NULL WHERE ${SAME}`,
    toKey(key),
  );
};

/** Something failed. Answers whether the mailbox is paused now, because no login succeeded for so long. */
export const noteFailing = async (
  sql: Sql,
  key: Key,
  { error, at, pausedAfterMs }: { error: string; at: Date; pausedAfterMs: number },
): Promise<boolean> => {
  const [row] = await sql.query<{ paused: boolean }>(
    `UPDATE mailbox SET last_error = $4, last_error_at = $5, failing_since = coalesce(failing_since, $5),
       incoming_state = CASE WHEN $5::timestamptz - coalesce(failing_since, $5) >= $6 * interval '1 millisecond'
                             THEN 'paused' ELSE 'failing' END
     WHERE ${SAME} AND incoming_state <> 'paused' RETURNING incoming_state = 'paused' AS paused`,
    [...toKey(key), error, at, pausedAfterMs],
  );
  return row?.paused ?? false;
};

/** Begins a folder: its UIDs count from `lastUid`. */
export const beginFolder = async (
  sql: Sql,
  key: Key,
  { uidValidity, lastUid }: { uidValidity: bigint; lastUid: number },
): Promise<void> => {
  await sql.query(`UPDATE mailbox SET uid_validity = $4, last_uid = $5 WHERE ${SAME}`, [
    ...toKey(key),
    String(uidValidity),
    lastUid,
  ]);
};

/** A mail is done: delivered at a time, or left on the server for a reason. False when the mailbox was changed since. */
export const noteDone = async (
  sql: Sql,
  key: Key,
  uid: number,
  { at, leftFor }: { at: Date; leftFor?: string },
): Promise<boolean> => {
  const rows = await sql.query(
    `WITH done AS (
       UPDATE mailbox SET last_uid = $4, last_received_at = CASE WHEN $6::text IS NULL THEN $5 ELSE last_received_at END,
         last_error = coalesce($6, last_error), last_error_at = CASE WHEN $6 IS NULL THEN last_error_at ELSE $5 END
       WHERE ${SAME} RETURNING project_id, id
     ), leftover AS (
       INSERT INTO mailbox_leftover (project_id, mailbox_id, uid, error, at)
       SELECT project_id, id, $4, $6, $5 FROM done WHERE $6 IS NOT NULL
       ON CONFLICT DO NOTHING
     )
     SELECT FROM done`,
    [...toKey(key), uid, at, leftFor ?? null],
  );
  return rows.length > 0;
};

/** The server refused to do something with a mail that was taken. */
export const noteRefusal = async (
  sql: Sql,
  key: Key,
  { error, at }: { error: string; at: Date },
): Promise<void> => {
  await sql.query(`UPDATE mailbox SET last_error = $4, last_error_at = $5 WHERE ${SAME}`, [
    ...toKey(key),
    error,
    at,
  ]);
};
