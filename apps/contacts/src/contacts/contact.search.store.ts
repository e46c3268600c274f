import { type Sql } from '@parley/persistence';
import { type MatchRow } from './contact.present';

/** Most matches of one search. */
export const MAX_MATCHES = 50;
/** Newest contacts that are looked through whatever the term: a common one is found among them. */
const RECENT = 3_000;
/** Most contacts of which the best are picked. */
const CANDIDATES = 1_000;

/** A match and how well it fits: a whole field, the beginning of one, or a part. */
export interface RankedMatch extends MatchRow {
  rank: 0 | 1 | 2;
  lastActivity: Date;
}

/** What to look for in a project. */
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

const patternsOf = (term: string): Patterns => {
  const like = term.replaceAll(/[\\%_]/g, '\\$&');
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
 * The best matches among the contacts whose address, name or user id begins with the term and among the newest ones.
 * What it reads is bounded, however common the term.
 */
export const nearMatchesSql = ({ term, where, params }: SearchFor): Statement => {
  const values = [...params];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const patterns = patternsOf(term);
  const start = bind(patterns.start);
  const from = `FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${where}`;
  // The first of a range of texts is the shortest: the whole field, when there is one.
  const startingWith = (text: string): string =>
    `(SELECT ${columns} ${from} AND ${text} LIKE ${start} ORDER BY ${text} USING ~<~ LIMIT ${MAX_MATCHES})`;
  const newest = `(SELECT * FROM (SELECT ${columns} ${from} ORDER BY last_activity DESC, id DESC LIMIT ${RECENT}) recent
    WHERE search_text LIKE ${bind(patterns.part)})`;
  const candidates = ['email', 'lower(name)', 'lower(user_id)'].map(startingWith);
  const ranking = { whole: bind(patterns.whole), beginning: bind(patterns.beginning) };
  return { text: best([...candidates, newest].join(' UNION '), ranking), values };
};

/** The best among at most 1,000 contacts that have the term anywhere, found by trigrams. */
export const partMatchesSql = ({ term, where, params }: SearchFor): Statement => {
  const values = [...params];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const patterns = patternsOf(term);
  const candidates = `SELECT ${columns} FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL AND ${where} AND search_text LIKE ${bind(patterns.part)}
    LIMIT ${CANDIDATES}`;
  const ranking = { whole: bind(patterns.whole), beginning: bind(patterns.beginning) };
  return { text: best(candidates, ranking), values };
};

// Neither is prepared: the right plan depends on the term.
const run = (sql: Sql, { text, values }: Statement): Promise<RankedMatch[]> =>
  sql.query<RankedMatch>(text, values);

export const findNearMatches = (sql: Sql, search: SearchFor): Promise<RankedMatch[]> =>
  run(sql, nearMatchesSql(search));

export const findPartMatches = (sql: Sql, search: SearchFor): Promise<RankedMatch[]> =>
  run(sql, partMatchesSql(search));
