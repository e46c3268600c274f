import type { Sql } from '@parley/persistence';

/** The trigger that a migration puts on each table with addresses of files; its arguments are the columns. */
const OWNERS = `
SELECT t.tgrelid::regclass::text AS "table",
  array_remove(string_to_array(encode(t.tgargs, 'escape'), '\\000'), '') AS columns,
  (SELECT min(a.attname) FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attname = 'project_id') AS project
FROM pg_trigger t
WHERE t.tgname = 'release_files' AND t.tgparentid = 0 AND NOT t.tgisinternal
  AND t.tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
ORDER BY 1`;

interface Owner {
  table: string;
  columns: string[];
  project: string | null;
}

/** SQL that is true for a row which names the file `f.file`; the same expression as that of the table's index. */
const named = ({ table, columns, project }: Owner): string => {
  const files = `files_in(ARRAY[${columns.map((column) => `"${column}"::text`).join(', ')}])`;
  // A project is its own project; an account has none. Not the bare column: an index of it would lead to all of the project.
  const column = table === 'project' ? 'id' : project;
  const own = column === null ? '' : ` AND ${column} || '' = split_part(f.file, '/', 1)`;
  return `EXISTS (SELECT FROM ${table} WHERE ${files} @> ARRAY[f.file] AND ${files} <> '{}'${own})`;
};

/** The query for those of the files `$1` that a row names. Answers nothing where no table names any. */
export const namedFilesQuery = async (sql: Sql): Promise<string> => {
  const owners = await sql.query<Owner>(OWNERS);
  const conditions = owners.length === 0 ? ['false'] : owners.map(named);
  return `SELECT f.file FROM unnest($1::text[]) AS f (file) WHERE ${conditions.join('\n  OR ')}`;
};

/** Those of the files, `<project>/<id>`, that a row of their own project names. */
export const findNamedFiles = async (sql: Sql, files: readonly string[]): Promise<string[]> => {
  if (files.length === 0) return [];
  const rows = await sql.query<{ file: string }>(await namedFilesQuery(sql), [files]);
  return rows.map(({ file }) => file);
};

/** Has a file looked at, at a time: it is deleted when no row names it then. */
export const releaseFile = async (sql: Sql, file: string, dueAt: Date): Promise<void> => {
  await sql.query('INSERT INTO released_file (file, due_at) VALUES ($1, $2)', [file, dueAt], {
    prepare: true,
  });
};

/** Releases that are due at a time, the oldest first. */
export const findReleasedFiles = (
  sql: Sql,
  now: Date,
  limit: number,
): Promise<{ seq: string; file: string }[]> =>
  sql.query('SELECT seq::text AS seq, file FROM released_file WHERE due_at <= $1 ORDER BY due_at LIMIT $2', [
    now,
    limit,
  ]);

/** Forgets releases. */
export const forgetReleasedFiles = async (sql: Sql, seqs: readonly string[]): Promise<void> => {
  await sql.query('DELETE FROM released_file WHERE seq = ANY ($1::bigint[])', [seqs]);
};
