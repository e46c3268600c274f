import { type Sql } from '@parley/persistence';

/** Contacts of each order that are read. */
const CONTACTS = 1_000;

/** Reads whole rows, values that are stored apart included, without sending them anywhere. */
const touch = (condition: string, orderBy: string): string => `SELECT sum(length(c::text)) FROM (
  SELECT * FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${condition}
  ORDER BY ${orderBy} LIMIT ${CONTACTS}) c`;

const NEWEST = 'created_at DESC, id DESC';

/** The beginnings of the orders that lists show first, of search, and of what details show of recent contacts. */
const statements: readonly string[] = [
  touch('TRUE', NEWEST),
  touch('user_id IS NOT NULL', NEWEST),
  touch('user_id IS NULL', NEWEST),
  touch('unsubscribed', NEWEST),
  touch('TRUE', 'last_activity DESC, id DESC'),
  touch('TRUE', 'email, id'),
  touch('TRUE', 'name, id'),
  `SELECT count(*) FROM (SELECT FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL AND company_id IS NOT NULL LIMIT 100000) c`,
  `SELECT sum(length(e::text)) FROM (
     SELECT id FROM contact WHERE project_id = $1 AND deleted_at IS NULL ORDER BY last_activity DESC LIMIT 100) recent,
     LATERAL (SELECT * FROM contact_event WHERE project_id = $1 AND contact_id = recent.id
       ORDER BY date DESC, id DESC LIMIT 5) e`,
  `SELECT sum(length(h::text)) FROM (
     SELECT id FROM contact WHERE project_id = $1 AND deleted_at IS NULL ORDER BY last_activity DESC LIMIT 100) recent,
     LATERAL (SELECT * FROM identity_history WHERE project_id = $1 AND contact_id = recent.id
       ORDER BY id DESC LIMIT 100) h`,
];

/** Brings into memory what the first lists and details of a project's contacts read, one part after the other. */
export const readAhead = async (sql: Sql, projectId: string, signal: AbortSignal): Promise<void> => {
  for (const statement of statements) {
    if (signal.aborted) return;
    await sql.query(statement, [projectId]);
  }
};
