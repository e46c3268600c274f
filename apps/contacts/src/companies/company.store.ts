import { type EventRow, outboxColumns, outboxValues } from '@parley/events';
import type { QueryOptions, Sql } from '@parley/persistence';
import type { CompanyRow } from './company';
import { allColumns, changingColumns, companyColumns, toRecord } from './company.columns';
import { type CompanyDocumentView, companyViews } from './company.view';

const prepare = { prepare: true };

/** Names a company. */
export type CompanyKey = Pick<CompanyRow, 'projectId' | 'companyId'>;

const getSql = (columns: string): string =>
  `SELECT ${columns} FROM company WHERE project_id = $1 AND company_id = $2`;

const GET = getSql(companyColumns);

const one = async (
  sql: Sql,
  text: string,
  { projectId, companyId }: CompanyKey,
  options: QueryOptions = prepare,
): Promise<CompanyRow | undefined> => (await sql.query<CompanyRow>(text, [projectId, companyId], options))[0];

export const findCompany = (
  sql: Sql,
  key: CompanyKey,
  view: CompanyDocumentView = companyViews.whole,
): Promise<CompanyRow | undefined> => one(sql, getSql(view.columns), key, { prepare: view.prepare });

/**
 * Reads and locks a company until the transaction ends. A writer of a company's name into a contact locks it too, so that a
 * renaming and the contact see each other.
 */
export const lockCompany = (tx: Sql, key: CompanyKey): Promise<CompanyRow | undefined> =>
  one(tx, `${GET} FOR NO KEY UPDATE`, key);

const EXISTS = 'SELECT FROM company WHERE project_id = $1 AND company_id = $2';

export const companyExists = async (sql: Sql, { projectId, companyId }: CompanyKey): Promise<boolean> =>
  (await sql.query(EXISTS, [projectId, companyId], prepare)).length > 0;

const NAMES = `SELECT company_id AS "companyId", name FROM company
  WHERE project_id = $1 AND company_id = ANY ($2::text[]) ORDER BY company_id FOR NO KEY UPDATE`;

/**
 * The names of those companies that exist, which are locked as by `lockCompany`: in the order of their identifiers, so
 * that two who lock several never wait for each other.
 */
export const lockCompanyNames = async (
  tx: Sql,
  projectId: string,
  companyIds: readonly string[],
): Promise<Map<string, string | null>> => {
  if (companyIds.length === 0) return new Map();
  const rows = await tx.query<Pick<CompanyRow, 'companyId' | 'name'>>(
    NAMES,
    [projectId, companyIds],
    prepare,
  );
  return new Map(rows.map(({ companyId, name }) => [companyId, name]));
};

const LAST_ACTIVITY = `SELECT c.company_id AS "companyId", p.at
  FROM unnest($2::text[]) AS c (company_id) CROSS JOIN LATERAL (
    SELECT max(last_activity) AS at FROM contact
    WHERE project_id = $1 AND company_id = c.company_id AND deleted_at IS NULL
  ) AS p WHERE p.at IS NOT NULL`;

/** When any contact that names the company was last active, for those that a contact names. */
export const lastMemberActivity = async (
  sql: Sql,
  projectId: string,
  companyIds: readonly string[],
): Promise<Map<string, Date>> => {
  const rows = await sql.query<{ companyId: string; at: Date }>(
    LAST_ACTIVITY,
    [projectId, companyIds],
    prepare,
  );
  return new Map(rows.map(({ companyId, at }) => [companyId, at]));
};

const INSERT = `INSERT INTO company (${allColumns})
  SELECT ${allColumns} FROM json_populate_recordset(NULL::company, $1::json) ORDER BY company_id
  ON CONFLICT (project_id, company_id) DO NOTHING RETURNING company_id AS "companyId"`;

/** Inserts companies. Answers the identifiers of those that were not there. */
export const insertCompanies = async (tx: Sql, rows: readonly CompanyRow[]): Promise<Set<string>> => {
  const records = `[${rows.map(toRecord).join(',')}]`;
  const added = await tx.query<Pick<CompanyRow, 'companyId'>>(INSERT, [records], prepare);
  return new Set(added.map(({ companyId }) => companyId));
};

const UPDATE = `WITH changed AS (
  UPDATE company SET (${changingColumns})
    = (SELECT ${changingColumns} FROM json_populate_record(NULL::company, $3::json))
  WHERE project_id = $1 AND company_id = $2 RETURNING id
)
INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(4)} FROM changed`;

/** Writes a locked company with its event. */
export const updateCompanyRow = async (tx: Sql, row: CompanyRow, event: EventRow): Promise<void> => {
  await tx.query(UPDATE, [row.projectId, row.companyId, toRecord(row), ...event], prepare);
};

const DELETE = `WITH gone AS (
  DELETE FROM company WHERE project_id = $1 AND company_id = $2 RETURNING id
)
INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(3)} FROM gone`;

/** Removes a locked company with its event. */
export const deleteCompanyRow = async (
  tx: Sql,
  { projectId, companyId }: CompanyKey,
  event: EventRow,
): Promise<void> => {
  await tx.query(DELETE, [projectId, companyId, ...event], prepare);
};
