import type { Sql } from '@parley/persistence';
import type { ContactOrganisation } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { ContactRow } from './contact';
import { contactColumns } from './contact.columns';

/** A page of the contacts of the project in the first parameter. */
export interface Selection {
  /** A condition over `params`. */
  where: string;
  params: readonly unknown[];
  skip: number;
  limit: number;
}

/** The statement of a page of contacts. */
export const pageSql = ({
  where,
  skip,
  limit,
  orderBy,
  columns = contactColumns,
}: Omit<Selection, 'params'> & { orderBy: string; columns?: string }): string =>
  `SELECT ${columns} FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${where}
   ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;

export const findContacts = (
  sql: Sql,
  selection: Selection & { orderBy: string; columns?: string },
): Promise<ContactRow[]> => sql.query<ContactRow>(pageSql(selection), selection.params);

interface CompanyCount {
  companyId: string;
  companyName: string | null;
  count: number;
  lastActivity: Date;
}

/** The statement of a page of companies with how many of the contacts each has. */
export const companiesSql = ({ where, skip, limit }: Omit<Selection, 'params'>): string =>
  `SELECT counted.company_id AS "companyId", company.name AS "companyName", counted.count,
          counted.last_activity AS "lastActivity"
     FROM (SELECT company_id, count(*) AS count, max(last_activity) AS last_activity FROM contact
            WHERE project_id = $1 AND deleted_at IS NULL AND ${where}
            GROUP BY company_id ORDER BY count DESC, company_id LIMIT ${limit} OFFSET ${skip}) counted
     LEFT JOIN company ON company.project_id = $1 AND company.company_id = counted.company_id
    ORDER BY counted.count DESC, counted.company_id`;

export const countByCompany = async (sql: Sql, selection: Selection): Promise<ContactOrganisation[]> => {
  const rows = await sql.query<CompanyCount>(companiesSql(selection), selection.params);
  return rows.map(({ companyId, companyName, count, lastActivity }) => ({
    companyId,
    companyName: companyName ?? undefined,
    count,
    lastActivity: lastActivity.toISOString(),
  }));
};
