import { createUsualTexts, type Sql } from '@parley/persistence';
import type { IndexDefinition } from '../definition';
import type { Found, OnePass } from '../passes';
import type { AttributeFilter, ScalarOrList } from '../search-index';
import type { KnownWord, Scope } from './dictionary';
import { titleTerms } from './tables';

/** A found document. */
export interface RankedRow {
  id: string;
  score: number;
  /** Its texts, where they were read with it. */
  text?: Record<string, string>;
}

/** Of a word that is everywhere, this many matches are ranked, and always as many as are asked for. */
const rankedOfMany = 250;
/** Up to here every match is ranked. */
const rankAllUpTo = 2_000;
/** Up to here documents with a common word in their first field are ranked: a more frequent word says little. */
const rankTitlesUpTo = 500;
/** Of the newest matches this share with a word in their first field says that it is everywhere there too. */
const titledShare = 0.5;
/** Measured: to read a document on the walk back costs this part of finding one by the index and ranking it. */
const walkCost = 0.4;

const exactly = (word: string): string => `'${word}'`;
const formAsAsked = ({ word, isPrefix }: KnownWord): string => (isPrefix ? `'${word}':*` : exactly(word));
const anyForm = (word: KnownWord): string =>
  `(${[formAsAsked(word), ...word.variants.map(exactly)].join(' | ')})`;
/** A word that so many documents spell as asked is not misspelled: what resembles it in first fields is not looked for. */
const likelyForm = (word: KnownWord): string =>
  word.asAsked >= rankedOfMany ? formAsAsked(word) : anyForm(word);
/** Any form in the first field. */
const titleForm = ({ word, isPrefix, variants }: KnownWord): string =>
  `(${[`'${word}':${isPrefix ? '*' : ''}A`, ...variants.map((form) => `'${form}':A`)].join(' | ')})`;

const isNot = (filter: AttributeFilter): filter is { not: ScalarOrList } =>
  typeof filter === 'object' && !Array.isArray(filter);

/** Collects parameters and answers their placeholders. */
const parameters = (): { values: unknown[]; add: (value: unknown) => string } => {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
};

const filterSql = (filter: OnePass['filter'], add: (value: unknown) => string): string =>
  Object.entries(filter ?? {})
    .flatMap(([attribute, condition]) => {
      if (condition === undefined) return [];
      const value = isNot(condition) ? condition.not : condition;
      const wanted = add([value].flat().map((one) => JSON.stringify(one)));
      const holds = `attributes -> ${add(attribute)} @> ANY (${wanted}::jsonb[])`;
      return [isNot(condition) ? `(${holds}) IS NOT TRUE` : `(${holds})`];
    })
    .map((condition) => ` AND ${condition}`)
    .join('');

interface Plan {
  /** Set: look only at this many of the newest documents, and at no more than `stopAt` matches among them. */
  newest?: { scan: number; stopAt: number; countsTitles: boolean };
  /** Set: look only at documents with one of the words in their first field, and at none when so many have one. */
  titled?: number;
  /** Words of which one must be in a document to be looked at; all words of the query by default. */
  by?: readonly KnownWord[];
}

/** How much each word counts, and how the columns that say whether a document has it are made. */
interface Rating {
  /** Columns `w0`, `e0`, …: whether the word is there in any form, and spelled as asked. */
  columns: string;
  /** A statement that answers the weights `g0`, … of the words. */
  weights: string;
  coverage: string;
  exactness: string;
}

const sum = (terms: readonly string[]): string => `(${terms.join(' + ')})`;

/** Every word counts the same when all must be found, else the rare ones more (as in BM25, by the matches at hand). */
const buildRating = (
  words: readonly KnownWord[],
  match: OnePass['match'],
  add: (value: unknown) => string,
): Rating => {
  const byRarity = match === 'any' && words.length > 1;
  const has = (form: string): string => `(terms @@ ${add(form)}::tsquery)::integer`;
  const columns = words.flatMap((word, at) => [
    ...(byRarity ? [`${has(anyForm(word))} AS w${at}`] : []),
    `${has(exactly(word.word))} AS e${at}`,
  ]);
  const weights = words.map(
    (_, at) => `ln(1 + (count(*) - sum(w${at}) + 0.5) / (sum(w${at}) + 0.5))::float8 AS g${at}`,
  );
  const share = (kind: 'w' | 'e'): string => {
    const terms = words.map((_, at) => (byRarity ? `${kind}${at} * g${at}` : `${kind}${at}`));
    const all = byRarity ? sum(words.map((_, at) => `g${at}`)) : String(words.length);
    return `${sum(terms)}::float8 / ${all}`;
  };
  return {
    columns: columns.join(', '),
    weights: byRarity ? `SELECT ${weights.join(', ')} FROM rated` : 'SELECT 1 AS g',
    coverage: byRarity ? share('w') : '1',
    exactness: share('e'),
  };
};

/** Documents of a plan with their terms, as SQL over `asked`. */
const matchedSql = (
  plan: Plan,
  { ofScope, filters, isEvery }: { ofScope: string; filters: string; isEvery: boolean },
  add: (value: unknown) => string,
): string => {
  // Taking nothing out reads a long list of terms from its place aside once, and not for each word that is looked for in it.
  const read = `LATERAL (SELECT ts_delete(d.terms, '') AS list OFFSET 0) whole`;
  if (plan.newest)
    return `SELECT id, list AS terms FROM asked, (
         SELECT id, terms, attributes FROM search_document WHERE ${ofScope} ORDER BY id DESC LIMIT ${add(plan.newest.scan)}
       ) d, ${read} WHERE list @@ asked.by${filters} LIMIT ${add(plan.newest.stopAt)}`;
  const from = `SELECT id, list AS terms FROM asked, search_document d, ${read} WHERE ${ofScope}`;
  if (plan.titled === undefined) return `${from} AND d.terms @@ asked.by${filters}`;
  const rest = isEvery ? ' AND list @@ asked.by' : '';
  return `${from} AND ${titleTerms} @@ asked.any${rest}${filters} LIMIT ${add(plan.titled)}`;
};

/** Its text depends on the number of words and the plan. */
const isUsual = createUsualTexts();

interface Ranked {
  rows: RankedRow[];
  /** How many documents were ranked, and how many of them have one of the words in their first field. */
  candidates: number;
  titled: number;
}

const run = async (
  sql: Sql,
  scope: Scope,
  words: readonly KnownWord[],
  query: OnePass,
  plan: Plan,
): Promise<Ranked> => {
  const { values, add } = parameters();
  const project = add(scope.projectId);
  const index = add(scope.indexName);
  const isEvery = query.match === 'all';
  const operator = isEvery ? ' & ' : ' | ';
  const all = add(words.map(anyForm).join(operator));
  const by = plan.by ? add(plan.by.map(anyForm).join(operator)) : all;
  const any = plan.titled === undefined ? all : add(words.map(likelyForm).join(' | '));
  const titled = plan.newest?.countsTitles ? add(words.map(titleForm).join(' | ')) : undefined;
  const filters = filterSql(query.filter, add);
  const { columns, weights, coverage, exactness } = buildRating(words, query.match, add);
  const ofScope = `project_id = ${project} AND index_name = ${index}`;
  const matched = matchedSql(plan, { ofScope, filters, isEvery }, add);
  const unless =
    plan.titled === undefined ? '' : ` WHERE (SELECT count(*) FROM matched) < ${add(plan.titled)}`;
  const isLast = plan.newest === undefined && plan.titled === undefined && plan.by === undefined;
  const read =
    isLast && query.snippetCharacters !== 0
      ? `SELECT b.*, d.text FROM best b JOIN search_document d ON ${ofScope} AND d.id = b.id ORDER BY score DESC, b.id DESC`
      : 'SELECT * FROM best';
  // For each unknown form of a word the planner assumes half a percent of all documents. It adds them up and reads the whole table
  // instead of the index. So the words are hidden from it, because the dictionary has the counts. Words found as spelled weigh more
  // than their number, field and nearness, which ts_rank sums up. Each column is named once, because the planner computes it again
  // at each mention.
  const text = `WITH asked AS MATERIALIZED (SELECT ${all}::tsquery AS words, ${by}::tsquery AS by, ${any}::tsquery AS any,
                                        ${titled ?? `''`}::tsquery AS titled),
     matched AS MATERIALIZED (${matched}),
     rated AS MATERIALIZED (
       SELECT id, ${columns}, (terms @@ asked.titled)::integer AS t, ts_rank(terms, asked.words, 1) AS rank
         FROM matched, asked${unless}
     ), weights AS MATERIALIZED (${weights}),
     best AS (
     SELECT id, (0.4 * ${coverage} + 0.3 * ${exactness} + 0.3 * (1 - 0.05 / (rank + 0.05)))::float8 AS score,
            count(*) OVER ()::integer AS candidates, sum(t) OVER ()::integer AS titled
       FROM rated, weights ORDER BY score DESC, id DESC LIMIT ${add(query.limit)})
     ${read}`;
  const rows = await sql.query<RankedRow & Pick<Ranked, 'candidates' | 'titled'>>(text, values, {
    prepare: isUsual(text),
  });
  return { rows, candidates: rows[0]?.candidates ?? 0, titled: rows[0]?.titled ?? 0 };
};

const expectedMatches = (words: readonly KnownWord[], total: number, match: OnePass['match']): number =>
  match === 'all'
    ? words.reduce((expected, { documents }) => (expected * documents) / total, total)
    : Math.min(
        total,
        words.reduce((added, { documents }) => added + documents, 0),
      );

/** The rarest words, as many as promise few enough matches to rank them all. */
const rarest = (words: readonly KnownWord[]): KnownWord[] => {
  let matches = 0;
  return [...words]
    .sort((one, other) => one.documents - other.documents)
    .filter(({ documents }) => (matches += documents) <= rankAllUpTo);
};

/** Rows without those that came before; scores compare where every document has all words. */
const joined = (match: OnePass['match'], limit: number, ...found: readonly RankedRow[][]): RankedRow[] => {
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()];
  if (match === 'all') rows.sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
  return rows.slice(0, limit);
};

/**
 * Finds and ranks. While matches are few all are ranked. When one of several words suffices, and some are everywhere, the
 * rare ones find the documents. Of a word that is everywhere only the newest matches are ranked, which are met soon when
 * walking back from the newest document, and with `titleFirst` those that have it in their first field, unless so do most
 * of the newest or more than are worth ranking. Where both ways cost the same decides.
 */
export const findRows = async (
  sql: Sql,
  scope: Scope,
  dictionary: { total: number; words: readonly KnownWord[] },
  query: OnePass,
  { titleFirst = false }: Pick<IndexDefinition, 'titleFirst'> = {},
): Promise<Found<RankedRow>> => {
  const { total } = dictionary;
  const words =
    query.match === 'all' ? dictionary.words : dictionary.words.filter(({ documents }) => documents > 0);
  if (total === 0 || words.length === 0 || words.some(({ documents }) => documents === 0))
    return { rows: [], total: 0 };
  const stopAt = Math.max(rankedOfMany, query.limit);
  const expected = expectedMatches(words, total, query.match);
  if (expected > Math.max(rankAllUpTo, Math.sqrt(walkCost * stopAt * total))) {
    const by = query.match === 'any' ? rarest(words) : [];
    const rare = by.length > 0 ? (await run(sql, scope, words, query, { by })).rows : [];
    if (rare.length >= query.limit) return { rows: rare, total: Math.round(expected) };
    const scan = Math.min(total, Math.ceil((4 * stopAt * total) / expected));
    const newest = await run(sql, scope, words, query, {
      newest: { scan, stopAt, countsTitles: titleFirst },
    });
    const { candidates } = newest;
    // A filter lets fewer pass than the words promise: enough for a choice will do.
    if (candidates >= Math.min(stopAt, 2 * query.limit + 10)) {
      const isRareInTitles = newest.titled < Math.max(query.limit, titledShare * candidates);
      const titled =
        titleFirst && isRareInTitles
          ? (await run(sql, scope, words, query, { titled: rankTitlesUpTo + 1 })).rows
          : [];
      return {
        rows: joined(query.match, query.limit, rare, titled, newest.rows),
        total: Math.round(candidates >= stopAt ? expected : (candidates * total) / scan),
      };
    }
  }
  const { rows, candidates } = await run(sql, scope, words, query, {});
  return { rows, total: candidates };
};
