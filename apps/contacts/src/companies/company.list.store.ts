import type { Sql } from '@parley/persistence';
import type { CompanyRow } from './company';
import { companyColumns } from './company.columns';
import type { MemberRow } from './company.present';
import type { CompanyKey } from './company.store';

/** Some of the companies of the project in the first parameter. */
export interface Selection {
  /** A condition over `params`. */
  where: string;
  params: readonly unknown[];
}

/** A part of a list. */
export interface Slice {
  skip: number;
  limit: number;
}

/** The statement of a page of companies. */
export const pageSql = ({
  where,
  orderBy,
  skip,
  limit,
  columns = companyColumns,
}: Slice & { where: string; orderBy: string; columns?: string }): string =>
  `SELECT ${columns} FROM company WHERE project_id = $1 AND ${where}
   ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;

export const findCompanies = (
  sql: Sql,
  page: Selection & Slice & { orderBy: string; columns?: string },
): Promise<CompanyRow[]> => sql.query<CompanyRow>(pageSql(page), page.params);

/** How many companies match. */
export const countCompanies = async (sql: Sql, { where, params }: Selection): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM company WHERE project_id = $1 AND ${where}`,
    params,
  );
  return row?.count ?? 0;
};

/** The statement of a page of a company's contacts. */
export const membersSql = ({ orderBy, skip, limit }: Slice & { orderBy: string }): string =>
  `SELECT id, name, email, user_id AS "userId", avatar, last_activity AS "lastActivity" FROM contact
    WHERE project_id = $1 AND company_id = $2 AND deleted_at IS NULL
    ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;

export const findMembers = (
  sql: Sql,
  { projectId, companyId }: CompanyKey,
  page: Slice & { orderBy: string },
): Promise<MemberRow[]> => sql.query<MemberRow>(membersSql(page), [projectId, companyId]);
