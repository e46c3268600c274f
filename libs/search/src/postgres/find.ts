import { type Sql } from '@parley/persistence';
import { type AttributeFilter, type ScalarOrList, type SearchQuery } from '../search-index';
import { type KnownWord, type Scope } from './dictionary';

/** A found document with its text, before highlighting. */
export interface FoundRow {
  id: string;
  score: number;
  text: Record<string, string>;
}

/** Of a word that is everywhere, this many matches are ranked, and always as many as are asked for. */
const rankedOfMany = 250;
/** Up to here every match is ranked. */
const rankAllUpTo = 2_000;
/** Measured: to read a document on the walk back costs this part of finding one by the index and ranking it. */
const walkCost = 0.4;

const exactly = (word: string): string => `'${word}'`;
const anyForm = ({ word, isPrefix, variants }: KnownWord): string =>
  `(${[isPrefix ? `'${word}':*` : exactly(word), ...variants.map(exactly)].join(' | ')})`;

const isNot = (filter: AttributeFilter): filter is { not: ScalarOrList } =>
  typeof filter === 'object' && !Array.isArray(filter);

/** Collects parameters and answers their placeholders. */
const parameters = (): { values: unknown[]; add: (value: unknown) => string } => {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
};

const filterSql = (filter: SearchQuery['filter'], add: (value: unknown) => string): string =>
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
  newest?: { scan: number; stopAt: number };
}

const run = async (
  sql: Sql,
  scope: Scope,
  words: readonly KnownWord[],
  query: SearchQuery,
  plan: Plan,
): Promise<{ rows: FoundRow[]; candidates: number }> => {
  const { values, add } = parameters();
  const project = add(scope.projectId);
  const index = add(scope.indexName);
  const groups = words.map(anyForm);
  const all = add(groups.join(query.match === 'all' ? ' & ' : ' | '));
  const filters = filterSql(query.filter, add);
  const share = (forms: readonly string[]): string =>
    `(${forms.map((form) => `(terms @@ ${add(form)}::tsquery)::integer`).join(' + ')})::real / ${forms.length}`;
  const coverage = query.match === 'all' || words.length === 1 ? '1' : share(groups);
  const exactness = share(words.map(({ word }) => exactly(word)));
  const ofScope = `project_id = ${project} AND index_name = ${index}`;
  const candidates = plan.newest
    ? `SELECT id, terms FROM (
         SELECT id, terms, attributes FROM search_document WHERE ${ofScope} ORDER BY id DESC LIMIT ${add(plan.newest.scan)}
       ) newest, asked WHERE terms @@ asked.words${filters} LIMIT ${add(plan.newest.stopAt)}`
    : `SELECT id, terms FROM asked, search_document WHERE ${ofScope} AND terms @@ asked.words${filters}`;
  // The planner takes half a percent of all documents for each form of a word it knows nothing of, adds them up and reads
  // the whole table instead of the index. What the words are is hidden from it, because the dictionary has the counts.
  // Words found, spelled as asked, weigh more than their number, field and nearness, which ts_rank sums up. Each
  // column is named once, because the planner computes it anew wherever it stands.
  const rows = await sql.query<FoundRow & { candidates: number }>(
    `WITH asked AS MATERIALIZED (SELECT ${all}::tsquery AS words), candidates AS (${candidates}), rated AS (
       SELECT id, ${coverage} AS coverage, ${exactness} AS exactness, ts_rank(terms, asked.words, 1) AS rank
         FROM candidates, asked
     ), best AS (
       SELECT id, (0.4 * coverage + 0.3 * exactness + 0.3 * (1 - 0.05 / (rank + 0.05)))::float8 AS score,
              count(*) OVER ()::integer AS candidates
         FROM rated ORDER BY score DESC, id DESC LIMIT ${add(query.limit)}
     )
     SELECT best.id, best.score, best.candidates, d.text FROM best
       JOIN search_document d ON d.project_id = ${project} AND d.index_name = ${index} AND d.id = best.id
      ORDER BY best.score DESC, best.id DESC`,
    values,
  );
  return { rows, candidates: rows[0]?.candidates ?? 0 };
};

const expectedMatches = (words: readonly KnownWord[], total: number, match: SearchQuery['match']): number =>
  match === 'all'
    ? words.reduce((expected, { documents }) => (expected * documents) / total, total)
    : Math.min(
        total,
        words.reduce((sum, { documents }) => sum + documents, 0),
      );

/**
 * Finds and ranks. While matches are few all are ranked. Of a word that is everywhere only the newest matches are: they
 * are met soon when walking back from the newest document. Where both ways cost the same decides.
 */
export const findRows = async (
  sql: Sql,
  scope: Scope,
  known: { total: number; words: readonly KnownWord[] },
  query: SearchQuery,
): Promise<{ rows: FoundRow[]; total: number }> => {
  const { total } = known;
  const words = query.match === 'all' ? known.words : known.words.filter(({ documents }) => documents > 0);
  if (total === 0 || words.length === 0 || words.some(({ documents }) => documents === 0))
    return { rows: [], total: 0 };
  const stopAt = Math.max(rankedOfMany, query.limit);
  const expected = expectedMatches(words, total, query.match);
  if (expected > Math.max(rankAllUpTo, Math.sqrt(walkCost * stopAt * total))) {
    const scan = Math.min(total, Math.ceil((4 * stopAt * total) / expected));
    const { rows, candidates } = await run(sql, scope, words, query, { newest: { scan, stopAt } });
    if (candidates >= stopAt) return { rows, total: Math.round(expected) };
    // A filter lets fewer pass than the words promise: enough for a choice will do.
    if (candidates >= Math.min(stopAt, 2 * query.limit + 10))
      return { rows, total: Math.round((candidates * total) / scan) };
  }
  const { rows, candidates } = await run(sql, scope, words, query, {});
  return { rows, total: candidates };
};
