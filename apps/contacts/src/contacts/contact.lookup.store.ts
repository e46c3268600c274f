import { type Sql } from '@parley/persistence';
import { CANDIDATES, partCondition, RECENT, type Statement } from './contact.search.store';

/** Contacts that are read for one look-up: of a condition that holds for more, some are answered. */
const MAX_READ = 10_000;

/** Shortest word that the trigram index finds. */
const MIN_CHARACTERS = 3;

/** The statement of the contacts that satisfy a condition over `params`, the most recently active first. */
export const lookupSql = (where: string, limit: number): string =>
  `WITH found AS MATERIALIZED (
     SELECT id, last_activity FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND ${where} LIMIT ${MAX_READ}
   )
   SELECT id FROM found ORDER BY last_activity DESC, id DESC LIMIT ${limit}`;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Ids of contacts by a condition; `params` begin with the project. */
export const lookUpContacts = async (
  sql: Sql,
  { where, params, limit }: { where: string; params: readonly unknown[]; limit: number },
): Promise<string[]> => idsOf(await sql.query<{ id: string }>(lookupSql(where, limit), params));

/** Words to match in a project. */
export interface WordMatch {
  projectId: string;
  /** As `searchKey` makes them. */
  words: readonly string[];
  /** Whether one word suffices. */
  anyWord: boolean;
  limit: number;
}

const isFindable = (word: string): boolean => [...word].length >= MIN_CHARACTERS;

const condition = (
  words: readonly string[],
  { anyWord }: Pick<WordMatch, 'anyWord'>,
  bind: (value: unknown) => string,
): string =>
  words
    .map((word) =>
      // A shorter word makes the index read all of itself, so it only narrows what the others find.
      isFindable(word) ? `(${partCondition(word, bind)})` : `strpos(search_text, ${bind(word)}) > 0`,
    )
    .join(anyWord ? ' OR ' : ' AND ');

const best = (
  candidates: string,
  { words, limit }: Pick<WordMatch, 'words' | 'limit'>,
  bind: (value: unknown) => string,
): string => {
  const found = words.map((word) => `(strpos(search_text, ${bind(word)}) > 0)::integer`).join(' + ');
  return `SELECT id FROM (${candidates}) candidate ORDER BY ${found} DESC, last_activity DESC, id DESC LIMIT ${limit}`;
};

const from = 'FROM contact WHERE project_id = $1 AND deleted_at IS NULL';

/** The best matches among the most recently active contacts. */
export const recentMatchesSql = (match: WordMatch): Statement => {
  const values: unknown[] = [match.projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const recent = `SELECT id, last_activity, search_text ${from} ORDER BY last_activity DESC, id DESC LIMIT ${RECENT}`;
  const candidates = `SELECT * FROM (${recent}) recent WHERE ${condition(match.words, match, bind)}`;
  return { text: best(candidates, match, bind), values };
};

/** The best matches among some that the trigram index finds; undefined when it can find none of the words. */
export const indexedMatchesSql = (match: WordMatch): Statement | undefined => {
  const findable = match.words.filter(isFindable);
  if (findable.length === 0) return undefined;
  const values: unknown[] = [match.projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const words = match.anyWord ? findable : match.words;
  const candidates = `SELECT id, last_activity, search_text ${from} AND (${condition(words, match, bind)})
    LIMIT ${CANDIDATES}`;
  return { text: best(candidates, match, bind), values };
};

// Neither is prepared: the right plan depends on the words.
const run = async (sql: Sql, { text, values }: Statement): Promise<string[]> =>
  idsOf(await sql.query<{ id: string }>(text, values));

/**
 * Ids of contacts by words. A match that is common is met among the newest contacts; only when these are too few the
 * index is asked as well, and its finds follow.
 */
export const matchContacts = async (sql: Sql, match: WordMatch): Promise<string[]> => {
  const recent = await run(sql, recentMatchesSql(match));
  if (recent.length === match.limit) return recent;
  const indexed = indexedMatchesSql(match);
  const found = indexed ? await run(sql, indexed) : [];
  return [...new Set([...recent, ...found])].slice(0, match.limit);
};
