import { newId, type Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A version of a repository. */
export interface Version {
  projectId: string;
  repositoryId: string;
  version: number;
}

/** Keeps names of a repository that no answer may hold. */
export const saveNames = async (
  sql: Sql,
  { projectId, repositoryId, version }: Version,
  names: readonly string[],
): Promise<void> => {
  await sql.query(
    `INSERT INTO repository_word (project_id, name, repository_id, version)
     SELECT $1, n, $2, $3 FROM unnest($4::text[]) n ON CONFLICT DO NOTHING`,
    [projectId, repositoryId, version, names],
    prepare,
  );
};

/** Those of some words that are names in a repository of the project. */
export const namesAmong = async (
  sql: Sql,
  projectId: string,
  candidates: readonly string[],
): Promise<Set<string>> => {
  const text = 'SELECT DISTINCT name FROM repository_word WHERE project_id = $1 AND name = ANY ($2::text[])';
  const rows = await sql.query<{ name: string }>(text, [projectId, candidates], prepare);
  return new Set(rows.map(({ name }) => name));
};

/** Keeps parts of source files, for models alone. */
export const saveExcerpts = async (
  sql: Sql,
  { projectId, repositoryId, version }: Version,
  excerpts: readonly { content: string; words: string }[],
): Promise<void> => {
  await sql.query(
    `INSERT INTO code_excerpt (project_id, id, repository_id, version, content, terms)
     SELECT $1, e.id, $2, $3, e.content, to_tsvector('simple', e.words)
       FROM unnest($4::text[], $5::text[], $6::text[]) e (id, content, words)`,
    [
      projectId,
      repositoryId,
      version,
      excerpts.map(() => newId()),
      excerpts.map(({ content }) => content),
      excerpts.map(({ words }) => words),
    ],
    prepare,
  );
};

const EXCERPTS = `WITH asked AS (
    SELECT string_agg(plainto_tsquery('simple', w)::text, ' | ')::tsquery AS query FROM unnest($2::text[]) w
     WHERE plainto_tsquery('simple', w)::text <> ''
  )
  SELECT e.content, r.name AS title, r.id AS "repositoryId" FROM code_excerpt e
    JOIN repository r ON r.project_id = e.project_id AND r.id = e.repository_id AND r.version = e.version, asked
   WHERE e.project_id = $1 AND e.terms @@ asked.query
   ORDER BY ts_rank(e.terms, asked.query) DESC, e.id LIMIT $3`;

/** A part of a source file that has words of a question. */
export interface Excerpt {
  content: string;
  title: string;
  repositoryId: string;
}

/** The parts of answering archives with most of some words. */
export const findExcerpts = (
  sql: Sql,
  projectId: string,
  words: readonly string[],
  limit: number,
): Promise<Excerpt[]> =>
  words.length === 0 ? Promise.resolve([]) : sql.query<Excerpt>(EXCERPTS, [projectId, words, limit], prepare);

/** Removes names and excerpts of a repository, of all versions but one. */
export const dropVersionsBut = async (
  tx: Sql,
  { projectId, repositoryId, version }: Version,
): Promise<void> => {
  for (const table of ['repository_word', 'code_excerpt'])
    await tx.query(
      `DELETE FROM ${table} WHERE project_id = $1 AND repository_id = $2 AND version <> $3`,
      [projectId, repositoryId, version],
      prepare,
    );
};

const PENDING = `SELECT count(*)::int AS count FROM document
  WHERE project_id = $1 AND owner_type = 'repository' AND owner_id = $2 AND status = 'pending'`;

/** How many documents of an owner are not indexed yet. */
export const countPending = async (sql: Sql, projectId: string, ownerId: string): Promise<number> =>
  (await sql.query<{ count: number }>(PENDING, [projectId, ownerId], prepare))[0]?.count ?? 0;
