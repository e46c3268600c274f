import { appendEventRows, type EventRow } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import { type CompanyRow, companyColumns } from '../companies';
import {
  type ContactRow,
  allColumns,
  changingColumns,
  contactColumns,
  toRecord,
  type IdentityEntry,
} from '../contacts';

const prepare = { prepare: true };

/** Until the transaction ends, no other import writes into the project. */
export const lockImports = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import ${projectId}`], prepare);
};

/** Like `lockEmail` of contacts, for several; always in the same order, so that transactions do not wait for each other. */
const LOCK_EMAILS = `SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended($1 || ' ' || email, 0) AS key FROM unnest($2::text[]) AS e (email) ORDER BY key
  ) AS keys`;

export const lockEmails = async (tx: Sql, projectId: string, emails: readonly string[]): Promise<void> => {
  if (emails.length > 0) await tx.query(LOCK_EMAILS, [projectId, emails], prepare);
};

/** What entries are matched by. */
export interface Keys {
  userIds: readonly string[];
  emails: readonly string[];
}

const FIND = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND user_id = ANY ($2::text[]) AND deleted_at IS NULL
  UNION ALL
  SELECT found.* FROM unnest($3::text[]) AS e (email) CROSS JOIN LATERAL (
    SELECT ${contactColumns} FROM contact
    WHERE project_id = $1 AND email = e.email AND deleted_at IS NULL ORDER BY last_activity DESC, id DESC LIMIT 1
  ) AS found`;

/** The contacts with these user ids, and of each address the most recently active one; each once. */
export const findImported = async (
  sql: Sql,
  projectId: string,
  { userIds, emails }: Keys,
): Promise<ContactRow[]> => {
  const rows = await sql.query<ContactRow>(FIND, [projectId, userIds, emails], prepare);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
};

const LOCK = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND id = ANY ($2::text[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`;

/** Locks the existing ones of the contacts until the transaction ends. */
export const lockContacts = (tx: Sql, projectId: string, ids: readonly string[]): Promise<ContactRow[]> =>
  tx.query<ContactRow>(LOCK, [projectId, ids], prepare);

const LOCK_COMPANIES = `SELECT ${companyColumns} FROM company
  WHERE project_id = $1 AND company_id = ANY ($2::text[]) ORDER BY company_id FOR NO KEY UPDATE`;

/** Locks the existing ones of the companies until the transaction ends. */
export const lockCompanies = async (
  tx: Sql,
  projectId: string,
  companyIds: readonly string[],
): Promise<CompanyRow[]> =>
  companyIds.length === 0 ? [] : tx.query<CompanyRow>(LOCK_COMPANIES, [projectId, companyIds], prepare);

const records = (rows: readonly ContactRow[]): string => `[${rows.map(toRecord).join(',')}]`;

const ADD = `INSERT INTO contact (${allColumns})
  SELECT ${allColumns} FROM json_populate_recordset(NULL::contact, $1::json)
  ON CONFLICT (project_id, user_id) WHERE user_id IS NOT NULL AND deleted_at IS NULL DO NOTHING RETURNING id`;

/** Adds contacts. Answers whether all were; of the others the `userId` is taken. */
export const addContacts = async (tx: Sql, rows: readonly ContactRow[]): Promise<boolean> => {
  if (rows.length === 0) return true;
  return (await tx.query(ADD, [records(rows)], prepare)).length === rows.length;
};

const CHANGE = `UPDATE contact SET (${changingColumns})
    = (SELECT ${changingColumns} FROM json_populate_record(NULL::contact, record))
  FROM json_array_elements($2::json) AS r (record)
  WHERE contact.project_id = $1 AND contact.id = record ->> 'id'`;

/** Writes locked contacts. */
export const changeContacts = async (
  tx: Sql,
  projectId: string,
  rows: readonly ContactRow[],
): Promise<void> => {
  if (rows.length > 0) await tx.query(CHANGE, [projectId, records(rows)], prepare);
};

const REMEMBER = `INSERT INTO identity_history (project_id, contact_id, id, at, changes, "by")
  SELECT $1, contact_id, id, at, changes::jsonb, by::jsonb
  FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[]) AS h (contact_id, id, at, changes, by)`;

/** Records changes of identity in the transaction that makes them. */
export const appendIdentityEntries = async (
  tx: Sql,
  projectId: string,
  entries: readonly IdentityEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await tx.query(
    REMEMBER,
    [
      projectId,
      entries.map(({ contactId }) => contactId),
      entries.map(() => newId()),
      entries.map(({ at }) => at),
      entries.map(({ changes }) => JSON.stringify(changes)),
      entries.map(({ by }) => JSON.stringify(by)),
    ],
    prepare,
  );
};

/** Appends the events of a round. */
export const appendEvents = async (tx: Sql, events: readonly EventRow[]): Promise<void> => {
  await appendEventRows(tx, events);
};
