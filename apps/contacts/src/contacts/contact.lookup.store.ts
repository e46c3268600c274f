import type { Sql } from '@parley/persistence';
import { CANDIDATES, partCondition, RECENT, type Statement } from './contact.search.store';
import { choosePieces, cutPieces, type CutPieces } from './rare-pieces';

/** Contacts that are read for one look-up: of a condition that holds for more, some are answered. */
const MAX_READ = 10_000;

/** The statement of the contacts that satisfy a condition over `params`, the most recently active first. */
export const lookupSql = (where: string, limit: number): string =>
  `WITH found AS MATERIALIZED (
     SELECT id, last_activity FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${where} LIMIT ${MAX_READ}
   )
   SELECT id FROM found ORDER BY last_activity DESC, id DESC LIMIT ${limit}`;

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Ids of contacts by a condition; `params` begin with the project. */
export const lookUpContacts = async (
  sql: Sql,
  { where, params, limit }: { where: string; params: readonly unknown[]; limit: number },
): Promise<string[]> => toIds(await sql.query<{ id: string }>(lookupSql(where, limit), params));

/** Words to match in a project. */
export interface WordMatch {
  projectId: string;
  /** As `searchKey` makes them. */
  words: readonly string[];
  /** Whether one word suffices. */
  anyWord: boolean;
  limit: number;
}

const isFindable = (word: string): boolean => cutPieces(word).length > 0;

const best = (
  candidates: string,
  { words, limit }: Pick<WordMatch, 'words' | 'limit'>,
  bind: (value: unknown) => string,
): string => {
  const found = words.map((word) => `(strpos(search_text, ${bind(word)}) > 0)::integer`).join(' + ');
  return `SELECT id FROM (${candidates}) candidate ORDER BY ${found} DESC, last_activity DESC, id DESC LIMIT ${limit}`;
};

const from = 'FROM contact WHERE project_id = $1 AND deleted_at IS NULL';

const hasWord = (word: string, bind: (value: unknown) => string): string =>
  `strpos(search_text, ${bind(word)}) > 0`;

/** The best matches among the most recently active contacts. */
export const recentMatchesSql = (match: WordMatch): Statement => {
  const values: unknown[] = [match.projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const recent = `SELECT id, last_activity, search_text ${from} ORDER BY last_activity DESC, id DESC LIMIT ${RECENT}`;
  const conditions = match.words.map((word) => hasWord(word, bind)).join(match.anyWord ? ' OR ' : ' AND ');
  return { text: best(`SELECT * FROM (${recent}) recent WHERE ${conditions}`, match, bind), values };
};

/** The best matches among some that the trigram index finds. One word at least has pieces. */
export const indexedMatchesSql = (match: WordMatch, chosen: CutPieces): Statement => {
  const values: unknown[] = [match.projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const findable = match.words.filter(isFindable);
  const others = match.words.filter((word) => !isFindable(word));
  const found = findable.map((word) => `(${partCondition(word, chosen(word), bind)})`);
  // A word without pieces only narrows the results of the others.
  const conditions = match.anyWord
    ? found.join(' OR ')
    : [...found, ...others.map((word) => hasWord(word, bind))].join(' AND ');
  const candidates = `SELECT id, last_activity, search_text ${from} AND (${conditions}) LIMIT ${CANDIDATES}`;
  return { text: best(candidates, match, bind), values };
};

// Neither is prepared: the right plan depends on the words.
const run = async (sql: Sql, { text, values }: Statement): Promise<string[]> =>
  toIds(await sql.query<{ id: string }>(text, values));

const findIndexed = async (sql: Sql, match: WordMatch): Promise<string[]> => {
  const findable = match.words.filter(isFindable);
  if (findable.length === 0) return [];
  return run(sql, indexedMatchesSql(match, await choosePieces(sql, match.projectId, findable, match)));
};

/**
 * Ids of contacts by words. A match that is common is met among the newest contacts; only when these are too few the
 * index is asked as well, and its finds follow.
 */
export const matchContacts = async (sql: Sql, match: WordMatch): Promise<string[]> => {
  const recent = await run(sql, recentMatchesSql(match));
  if (recent.length === match.limit) return recent;
  return [...new Set([...recent, ...(await findIndexed(sql, match))])].slice(0, match.limit);
};
