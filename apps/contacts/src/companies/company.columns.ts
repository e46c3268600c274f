import type { CompanyRow } from './company';

/** The column of every property of a company. */
export const columns: Record<keyof CompanyRow, string> = {
  projectId: 'project_id',
  companyId: 'company_id',
  id: 'id',
  organisationId: 'organisation_id',
  name: 'name',
  searchName: 'search_name',
  plan: 'plan',
  value: 'value',
  domain: 'domain',
  sla: 'sla',
  tags: 'tags',
  address: 'address',
  customData: 'custom_data',
  lastSeenAt: 'last_seen_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
};

/** Columns that an update leaves alone. */
const fixed: readonly string[] = [
  columns.projectId,
  columns.companyId,
  columns.id,
  columns.organisationId,
  columns.lastSeenAt,
  columns.createdAt,
];

/** Every column, for an insert. */
export const allColumns = Object.values(columns).join(', ');

/** The columns that an update may set. */
export const changingColumns = Object.values(columns)
  .filter((column) => !fixed.includes(column))
  .join(', ');

/** The list of a SELECT that answers companies. */
export const companyColumns = Object.entries(columns)
  .map(([property, column]) => `${column} AS "${property}"`)
  .join(', ');

/** A company as JSON by column names, for `json_populate_record`. */
export const toRecord = (row: CompanyRow): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(columns).map(([p, c]) => [c, row[p as keyof CompanyRow]])),
  );
