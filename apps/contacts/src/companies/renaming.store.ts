import { appendEventRows, type EventRow } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactRow } from '../contacts/contact';
import { contactColumns } from '../contacts/contact.columns';
import { type CompanyKey } from './company.store';

const prepare = { prepare: true };

/** A company whose contacts are to take on its name. */
export interface Renaming extends CompanyKey {
  revision: number;
}

const QUEUE = `INSERT INTO company_renaming AS r (project_id, company_id, revision, due_at) VALUES ($1, $2, 1, $3)
  ON CONFLICT (project_id, company_id) DO UPDATE SET revision = r.revision + 1, due_at = EXCLUDED.due_at
  RETURNING revision`;

/** Asks for a renaming in the transaction that changes the name; a worker takes it up at `dueAt`. */
export const queueRenaming = async (
  tx: Sql,
  { projectId, companyId }: CompanyKey,
  dueAt: Date,
): Promise<Renaming> => {
  const [row] = await tx.query<{ revision: number }>(QUEUE, [projectId, companyId, dueAt], prepare);
  return { projectId, companyId, revision: row?.revision ?? 1 };
};

/** Whether a renaming is due. */
export const RENAMING_DUE = { at: '(SELECT min(due_at) FROM company_renaming)' };

const CLAIM = `UPDATE company_renaming SET due_at = $2, revision = revision + 1
  WHERE (project_id, company_id) IN (
    SELECT project_id, company_id FROM company_renaming WHERE due_at <= $1
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING project_id AS "projectId", company_id AS "companyId", revision`;

/** Takes up the renaming that is most overdue; it is due again at `leaseUntil`. */
export const claimRenaming = async (
  sql: Sql,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<Renaming | undefined> => (await sql.query<Renaming>(CLAIM, [now, leaseUntil], prepare))[0];

const HOLD = `UPDATE company_renaming SET due_at = $4
  WHERE project_id = $1 AND company_id = $2 AND revision = $3 RETURNING revision`;

/** Puts off when a renaming is taken up; answers false when it was asked for anew or someone else has it. */
export const holdRenaming = async (
  sql: Sql,
  { projectId, companyId, revision }: Renaming,
  dueAt: Date,
): Promise<boolean> => (await sql.query(HOLD, [projectId, companyId, revision, dueAt], prepare)).length > 0;

const END = 'DELETE FROM company_renaming WHERE project_id = $1 AND company_id = $2 AND revision = $3';

/** Ends a renaming, unless it was asked for anew. */
export const endRenaming = async (tx: Sql, { projectId, companyId, revision }: Renaming): Promise<void> => {
  await tx.query(END, [projectId, companyId, revision], prepare);
};

/** Where in the order of activity a look at a company's contacts goes on. */
export type Place = Pick<ContactRow, 'lastActivity' | 'id'>;

const MISNAMED = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND company_id = $2 AND deleted_at IS NULL AND (last_activity, id) > ($4, $5)
    AND company_name IS DISTINCT FROM $3
  ORDER BY last_activity, id LIMIT $6 FOR UPDATE`;

const BEGINNING: Place = { lastActivity: new Date(0), id: '' };

/** The next contacts of a company that have another name for it than `name`, locked. */
export const lockMisnamed = (
  tx: Sql,
  { projectId, companyId }: CompanyKey,
  { name, after = BEGINNING, limit }: { name: string | null; after: Place | undefined; limit: number },
): Promise<ContactRow[]> =>
  tx.query<ContactRow>(MISNAMED, [projectId, companyId, name, after.lastActivity, after.id, limit], prepare);

const RENAME = `UPDATE contact c
   SET company_name = r.company_name, search_text = r.search_text, updated_at = r.updated_at, version = r.version
  FROM json_populate_recordset(NULL::contact, $1::json) r
 WHERE c.project_id = r.project_id AND c.id = r.id`;

/** Writes the names of locked contacts with their events. */
export const writeNames = async (
  tx: Sql,
  rows: readonly ContactRow[],
  events: readonly EventRow[],
): Promise<void> => {
  const records = rows.map(({ projectId, id, companyName, searchText, updatedAt, version }) => ({
    project_id: projectId,
    id,
    company_name: companyName,
    search_text: searchText,
    updated_at: updatedAt,
    version,
  }));
  await tx.query(RENAME, [JSON.stringify(records)], prepare);
  await appendEventRows(tx, events);
};
