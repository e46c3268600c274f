import type { Sql } from '@parley/persistence';
import { RECENT } from '../contacts';

/** Contacts of each order that are read. */
const CONTACTS = 1_000;

/** Reads whole rows, values that are stored apart included, without sending them anywhere. */
const touch = (
  condition: string,
  orderBy: string,
  limit = CONTACTS,
): string => `SELECT sum(length(c::text)) FROM (
  SELECT * FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${condition}
  ORDER BY ${orderBy} LIMIT ${limit}) c`;

const NEWEST = 'created_at DESC, id DESC';

/** Reads the details of the recent contacts from a table. */
const touchDetails = (
  table: string,
  orderBy: string,
  limit: number,
): string => `SELECT sum(length(d::text)) FROM (
  SELECT id FROM contact WHERE project_id = $1 AND deleted_at IS NULL ORDER BY last_activity DESC LIMIT 100) recent,
  LATERAL (SELECT * FROM ${table} WHERE project_id = $1 AND contact_id = recent.id
    ORDER BY ${orderBy} LIMIT ${limit}) d`;

/** The beginnings of the orders that lists show first, of search, and of what details show of recent contacts. */
const statements: readonly string[] = [
  touch('TRUE', NEWEST),
  touch('user_id IS NOT NULL', NEWEST),
  touch('user_id IS NULL', NEWEST),
  touch('unsubscribed', NEWEST),
  touch('TRUE', 'last_activity DESC, id DESC', RECENT),
  touch('TRUE', 'email, id'),
  touch('TRUE', 'name, id'),
  `SELECT count(*) FROM (SELECT FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL AND company_id IS NOT NULL LIMIT 100000) c`,
  touchDetails('contact_event', 'date DESC, id DESC', 5),
  touchDetails('identity_history', 'id DESC', 100),
  touchDetails('contact_memory', 'updated_at DESC, name', 200),
];

/** Reads the data of a project's first lists and details into memory, sequentially. */
export const readAhead = async (sql: Sql, projectId: string, signal: AbortSignal): Promise<void> => {
  for (const statement of statements) {
    if (signal.aborted) return;
    await sql.query(statement, [projectId]);
  }
};
