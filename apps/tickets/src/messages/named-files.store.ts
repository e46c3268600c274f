import { type Sql } from '@parley/persistence';

// Ids begin with the milliseconds of their creation, so that the primary key leads to the messages since then.
const NAMED = `
SELECT key FROM unnest($3::text[]) key WHERE EXISTS (
  SELECT FROM message m WHERE m.project_id = $1 AND m.id >= $2
     AND (strpos(m.attachments::text, key) > 0 OR strpos(m.content::text, key) > 0))`;

/** Hex digits of the milliseconds in an id. */
const TIME_DIGITS = 12;

/** Those of the keys that messages since a time contain, in their attachments or their content. */
export const namedFiles = async (
  sql: Sql,
  projectId: string,
  keys: readonly string[],
  since: Date,
): Promise<string[]> => {
  const first = since.getTime().toString(16).padStart(TIME_DIGITS, '0');
  const rows = await sql.query<{ key: string }>(NAMED, [projectId, first, keys]);
  return rows.map(({ key }) => key);
};
