import type { Sql } from '@parley/persistence';
import type { MatchRow } from './contact.present';
import { choosePieces, cutPieces, type CutPieces } from './rare-pieces';

/** Most matches of one search. */
export const MAX_MATCHES = 50;
/** Newest contacts that are looked through whatever the term: a common one is found among them. */
export const RECENT = 3_000;
/** Contacts that are read of each field's beginnings. */
const BEGINNINGS = 100;
/** Most contacts of which the best are picked. */
export const CANDIDATES = 1_000;

/** A match and how well it fits: a whole field, the beginning of one, or a part. */
export interface RankedMatch extends MatchRow {
  rank: 0 | 1 | 2;
  lastActivity: Date;
}

/** A search in a project. */
export interface SearchFor {
  /** As `searchKey` makes it. */
  term: string;
  /** A condition that matches must satisfy, over `params`. */
  where: string;
  /** The project, then the parameters of `where`. */
  params: readonly unknown[];
}

const columns = `id, email, user_id AS "userId", name, company_id AS "companyId", company_name AS "companyName",
  phone, search_text, last_activity AS "lastActivity"`;

/**
 * Fields with an index of their beginnings, and its order. The first field with a beginning is the shortest: the whole field, when
 * there is one.
 */
const beginnings = [
  ['email', 'email'],
  ['lower(name)', 'lower(name) USING ~<~'],
  ['lower(user_id)', 'lower(user_id) USING ~<~'],
] as const;

/** A statement and its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

interface Patterns {
  whole: string;
  beginning: string;
  part: string;
  /** Of a single field. */
  start: string;
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

const buildPatterns = (term: string): Patterns => {
  const like = escaped(term);
  return {
    whole: `%\n${like}\n%`,
    beginning: `%\n${like}%`,
    part: `%${like}%`,
    start: `${like}%`,
  };
};

const best = (candidates: string, { whole, beginning }: Pick<Patterns, 'whole' | 'beginning'>): string =>
  `SELECT id, email, "userId", name, "companyId", "companyName", phone, "lastActivity",
          CASE WHEN search_text LIKE ${whole} THEN 0 WHEN search_text LIKE ${beginning} THEN 1 ELSE 2 END AS rank
     FROM (${candidates}) candidate
    ORDER BY rank, "lastActivity" DESC, id DESC LIMIT ${MAX_MATCHES}`;

/**
 * The best matches among the contacts with an address, name or user id that begins with the term, and among the newest ones. It
 * reads a bounded number of rows, however common the term.
 */
export const nearMatchesSql = ({ term, where, params }: SearchFor): Statement => {
  const values = [...params];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const patterns = buildPatterns(term);
  const start = bind(patterns.start);
  const from = 'FROM contact WHERE project_id = $1 AND deleted_at IS NULL';
  // The condition comes after the limits, so that a rare one does not read further.
  const startingWith = ([text, order]: readonly [text: string, order: string]): string =>
    `(SELECT ${columns} FROM (SELECT * ${from} AND ${text} LIKE ${start} ORDER BY ${order} LIMIT ${BEGINNINGS}) b
      WHERE ${where})`;
  const newest = `(SELECT ${columns}
    FROM (SELECT * ${from} ORDER BY last_activity DESC, id DESC LIMIT ${RECENT}) recent
    WHERE search_text LIKE ${bind(patterns.part)} AND ${where})`;
  const candidates = beginnings.map(startingWith);
  const ranking = { whole: bind(patterns.whole), beginning: bind(patterns.beginning) };
  return { text: best([...candidates, newest].join(' UNION '), ranking), values };
};

/** That a contact has the term anywhere, of which the index looks up the pieces. */
export const partCondition = (
  term: string,
  pieces: readonly string[],
  bind: (value: unknown) => string,
): string => {
  const has = pieces.map((piece) => `search_text LIKE ${bind(`%${escaped(piece)}%`)}`);
  const isWhole = pieces.length === 1 && pieces[0] === term;
  return [...has, ...(isWhole ? [] : [`strpos(search_text, ${bind(term)}) > 0`])].join(' AND ');
};

/** The best among at most 1,000 contacts that have the term anywhere, found by trigrams. */
export const partMatchesSql = ({ term, where, params }: SearchFor, chosen: CutPieces): Statement => {
  const values = [...params];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { whole, beginning } = buildPatterns(term);
  const candidates = `SELECT ${columns} FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL AND ${where} AND ${partCondition(term, chosen(term), bind)}
    LIMIT ${CANDIDATES}`;
  return { text: best(candidates, { whole: bind(whole), beginning: bind(beginning) }), values };
};

// Neither is prepared: the right plan depends on the term.
const run = (sql: Sql, { text, values }: Statement): Promise<RankedMatch[]> =>
  sql.query<RankedMatch>(text, values);

export const findNearMatches = (sql: Sql, search: SearchFor): Promise<RankedMatch[]> =>
  run(sql, nearMatchesSql(search));

/** A term without letters and digits is found among the near matches alone. */
export const findPartMatches = async (
  sql: Sql,
  projectId: string,
  search: SearchFor,
): Promise<RankedMatch[]> => {
  if (cutPieces(search.term).length === 0) return [];
  return run(
    sql,
    partMatchesSql(search, await choosePieces(sql, projectId, [search.term], { anyWord: false })),
  );
};
