import { type EventRow, outboxColumns, outboxValues } from '@parley/events';
import type { QueryOptions, Sql } from '@parley/persistence';
import type { ContactRow } from './contact';
import { allColumns, changingColumns, contactColumns, toRecord } from './contact.columns';
import { type ContactDocumentView, contactViews } from './contact.view';

const prepare = { prepare: true };

const byId = (columns: string): string =>
  `SELECT ${columns} FROM contact WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL`;

const BY_ID = byId(contactColumns);

const EXISTS = 'SELECT id FROM contact WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL';

/** Whether the project has a contact. */
export const contactExists = async (sql: Sql, projectId: string, id: string): Promise<boolean> =>
  (await sql.query(EXISTS, [projectId, id], prepare)).length > 0;

const byUserId = (columns: string): string =>
  `SELECT ${columns} FROM contact WHERE project_id = $1 AND user_id = $2 AND deleted_at IS NULL`;

const BY_USER_ID = byUserId(contactColumns);

const BY_EMAIL = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND email = $2 AND deleted_at IS NULL ORDER BY last_activity DESC, id DESC LIMIT 1`;

const one = async (
  sql: Sql,
  text: string,
  values: readonly string[],
  options: QueryOptions = prepare,
): Promise<ContactRow | undefined> => (await sql.query<ContactRow>(text, values, options))[0];

export const findContact = (
  sql: Sql,
  projectId: string,
  id: string,
  view: ContactDocumentView = contactViews.whole,
): Promise<ContactRow | undefined> =>
  one(sql, byId(view.columns), [projectId, id], { prepare: view.prepare });

export const findContactByUserId = (
  sql: Sql,
  projectId: string,
  userId: string,
  view: ContactDocumentView = contactViews.whole,
): Promise<ContactRow | undefined> =>
  one(sql, byUserId(view.columns), [projectId, userId], { prepare: view.prepare });

/** Of several contacts with an address the most recently active one. */
export const findContactByEmail = (
  sql: Sql,
  projectId: string,
  email: string,
): Promise<ContactRow | undefined> => one(sql, BY_EMAIL, [projectId, email]);

/** Reads and locks a contact until the transaction ends. */
export const lockContact = (tx: Sql, projectId: string, id: string): Promise<ContactRow | undefined> =>
  one(tx, `${BY_ID} FOR UPDATE`, [projectId, id]);

/** As `lockContact`, by the customer's own identifier. */
export const lockContactByUserId = (
  tx: Sql,
  projectId: string,
  userId: string,
): Promise<ContactRow | undefined> => one(tx, `${BY_USER_ID} FOR UPDATE`, [projectId, userId]);

const BY_SVC_ID = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND svc_id = $2 AND deleted_at IS NULL`;

/** The contact with this identifier of its own widget. */
export const findContactBySvcId = (
  sql: Sql,
  projectId: string,
  svcId: string,
): Promise<ContactRow | undefined> => one(sql, BY_SVC_ID, [projectId, svcId]);

/** As `lockContact`, by the identifier that the contact's own widget presents. */
export const lockContactBySvcId = (
  tx: Sql,
  projectId: string,
  svcId: string,
): Promise<ContactRow | undefined> => one(tx, `${BY_SVC_ID} FOR UPDATE`, [projectId, svcId]);

const lockText = async (tx: Sql, text: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [text], prepare);
};

/** Until the transaction ends, other transactions that would create a contact with this address wait. */
export const lockEmail = (tx: Sql, projectId: string, email: string): Promise<void> =>
  lockText(tx, `${projectId} ${email}`);

/**
 * Like `lockEmail`, by the customer's own identifier. Comes before all other locks: otherwise one transaction with the company and
 * one with the contact could wait for each other.
 */
export const lockUserId = (tx: Sql, projectId: string, userId: string): Promise<void> =>
  lockText(tx, `${projectId} user ${userId}`);

const INSERT = `WITH created AS (
  INSERT INTO contact (${allColumns}) SELECT ${allColumns} FROM json_populate_record(NULL::contact, $1::json)
  ON CONFLICT (project_id, user_id) WHERE user_id IS NOT NULL AND deleted_at IS NULL DO NOTHING RETURNING id
), told AS (
  INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(2)} FROM created
)
SELECT id FROM created`;

/** Inserts a contact with its event. Answers false, and writes nothing, when its `userId` is taken. */
export const insertContact = async (sql: Sql, row: ContactRow, event: EventRow): Promise<boolean> =>
  (await sql.query(INSERT, [toRecord(row), ...event], prepare)).length > 0;

const UPDATE = `WITH changed AS (
  UPDATE contact SET (${changingColumns})
    = (SELECT ${changingColumns} FROM json_populate_record(NULL::contact, $3::json))
  WHERE project_id = $1 AND id = $2 RETURNING id
)
INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(4)} FROM changed`;

/** Writes a locked contact with its event. */
export const updateContactRow = async (tx: Sql, row: ContactRow, event: EventRow): Promise<void> => {
  await tx.query(UPDATE, [row.projectId, row.id, toRecord(row), ...event], prepare);
};

const HIDE = `WITH hidden AS (
  UPDATE contact SET deleted_at = $3
  WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id
), told AS (
  INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(4)} FROM hidden
)
SELECT id FROM hidden`;

/** Hides a contact and emits its deletion. Answers false when there is no such contact. */
export const hideContact = async (
  sql: Sql,
  { projectId, id }: Pick<ContactRow, 'projectId' | 'id'>,
  now: Date,
  event: EventRow,
): Promise<boolean> => (await sql.query(HIDE, [projectId, id, now, ...event], prepare)).length > 0;
