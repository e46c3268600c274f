import { appendEventRows, type EventRow } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { type ContactRow, contactColumns } from '../contacts';
import type { CompanyKey } from './company.store';

const prepare = { prepare: true };

/** The position in the order of activity where reading a company's contacts continues. */
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
