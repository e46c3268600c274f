import type { Sql } from '@parley/persistence';
import type { ContactRow } from '../contacts';

/** The columns of the file, in its order (docs/rules/contacts.md). */
export const exportedFields = [
  'id',
  'userId',
  'email',
  'name',
  'phone',
  'companyId',
  'companyName',
  'plan',
  'value',
  'tags',
  'lang',
  'createdAt',
  'lastActivity',
  'unsubscribed',
] as const satisfies readonly (keyof ContactRow)[];

/** The exported fields of a contact. */
export type ExportedContact = Pick<ContactRow, (typeof exportedFields)[number]>;

// By the primary key, so that a page begins where the one before ended, whatever is created or deleted in between.
const PAGE = `SELECT id, user_id AS "userId", email, name, phone, company_id AS "companyId",
    company_name AS "companyName", plan, value, tags, lang, created_at AS "createdAt",
    last_activity AS "lastActivity", unsubscribed
  FROM contact
  WHERE project_id = $1 AND ($2::text IS NULL OR id < $2) AND deleted_at IS NULL AND email IS NOT NULL
  ORDER BY id DESC LIMIT $3`;

/** The newest contacts with an address, older than `before`. */
export const findExported = (
  sql: Sql,
  projectId: string,
  before: string | undefined,
  limit: number,
): Promise<ExportedContact[]> => sql.query<ExportedContact>(PAGE, [projectId, before ?? null, limit]);
