import type { Sql } from '@parley/persistence';
import type { Record as RecordDocument } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { type CompanyRow, companyColumns } from '../companies';
import {
  type CompanyRecordRow,
  type ContactRecordRow,
  presentCompanyRecord,
  presentContactRecord,
} from './record.present';
import type { RecordType } from './record-type';

const prepare = { prepare: true };

/** Bytes of free data that one answer has; more only when its first record alone has more. */
export const MAX_FREE_BYTES = 8 * 1024 * 1024;

/** A statement for records by id with free data up to `$3` bytes; `fits` says whether all was read. */
const readSql = (columns: string, source: string): string => `SELECT ${columns}, fits,
    CASE WHEN fits THEN custom_data END AS "customData"
  FROM (
    SELECT *, row_number() OVER by_id = 1
      OR sum(coalesce(octet_length(custom_data::text), 0)) OVER by_id <= $3 AS fits
    FROM ${source} AND id = ANY ($2::text[]) WINDOW by_id AS (ORDER BY id)
  ) AS placed`;

export const contactRecordsSql = readSql(
  `id, version, name, email, phone, lang, plan, value, sla, user_id AS "userId", company_id AS "companyId",
    company_name AS "companyName", avatar, tags, unsubscribed, created_at AS "createdAt"`,
  'contact WHERE project_id = $1 AND deleted_at IS NULL',
);

export const companyRecordsSql = readSql(
  `id, version, name, plan, value, domain, sla, company_id AS "companyId", tags, created_at AS "createdAt"`,
  'company WHERE project_id = $1',
);

/** Records that were asked for. */
export interface FoundRecords {
  records: RecordDocument[];
  /** Those that made the answer too large. */
  leftOut: string[];
}

const read = async <Row extends { id: string }>(
  sql: Sql,
  text: string,
  [projectId, ids]: readonly [projectId: string, ids: readonly string[]],
  present: (row: Row) => RecordDocument,
): Promise<FoundRecords> => {
  const rows = await sql.query<Row & { fits: boolean }>(text, [projectId, ids, MAX_FREE_BYTES], prepare);
  return {
    records: rows.filter(({ fits }) => fits).map(present),
    leftOut: rows.filter(({ fits }) => !fits).map(({ id }) => id),
  };
};

/** The records that exist among the ids. */
export const readRecords = (
  sql: Sql,
  type: RecordType,
  projectId: string,
  ids: readonly string[],
): Promise<FoundRecords> =>
  type === 'contacts'
    ? read<ContactRecordRow>(sql, contactRecordsSql, [projectId, ids], presentContactRecord)
    : read<CompanyRecordRow>(sql, companyRecordsSql, [projectId, ids], presentCompanyRecord);

export const recordIdsByUserIdSql = `SELECT user_id AS key, id FROM contact
  WHERE project_id = $1 AND user_id = ANY ($2::text[]) AND deleted_at IS NULL`;

export const recordIdsByEmailSql = `SELECT wanted.key, found.id FROM unnest($2::text[]) AS wanted (key)
  CROSS JOIN LATERAL (
    SELECT id FROM contact WHERE project_id = $1 AND email = wanted.key AND deleted_at IS NULL
    ORDER BY last_activity DESC, id DESC LIMIT 1
  ) AS found`;

export const recordIdsByCompanyIdSql = `SELECT company_id AS key, id FROM company
  WHERE project_id = $1 AND company_id = ANY ($2::text[])`;

/** The keys of a record. */
export type RecordKeyName = 'userId' | 'email' | 'companyId';

const byKey: Record<RecordKeyName, string> = {
  userId: recordIdsByUserIdSql,
  email: recordIdsByEmailSql,
  companyId: recordIdsByCompanyIdSql,
};

/** The ids of the records that have one of the keys, by key; of an address that several have, the most recently active. */
export const findRecordIds = async (
  sql: Sql,
  name: RecordKeyName,
  projectId: string,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; id: string }>(byKey[name], [projectId, keys], prepare);
  return new Map(rows.map(({ key, id }) => [key, id]));
};

const LOCK_COMPANY = `SELECT ${companyColumns} FROM company
  WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** As `lockCompany`, by the internal identifier. */
export const lockCompanyById = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<CompanyRow | undefined> => (await tx.query<CompanyRow>(LOCK_COMPANY, [projectId, id], prepare))[0];
