import type { Sql } from '@parley/persistence';
import { forgivesTypos, isOneTypoApart } from '../text/typos';
import { deletionKeys, dictionaryKeys } from './terms';

/** One index of one project. */
export interface Scope {
  indexName: string;
  projectId: string;
}

/** The term under which the dictionary counts the documents themselves: no word is empty. */
export const allDocuments = '';
/** Sorts after every continuation of a prefix. */
const afterAll = '\u{10FFFF}';
/** Most misspelled or corrected forms looked for beside a query word, the most frequent first. */
const maxVariants = 50;

/** A query word with its entry in the dictionary. */
export interface KnownWord {
  word: string;
  isPrefix: boolean;
  /** Words of the index that are one typo away. */
  variants: string[];
  /** Documents with the word, a continuation or a variant; an upper bound. */
  documents: number;
  /** The same without variants. */
  asAsked: number;
}

/** Looks query words up. `total` counts the documents of the scope. */
export const lookUp = async (
  sql: Sql,
  { indexName, projectId }: Scope,
  words: readonly string[],
): Promise<{ total: number; words: KnownWord[] }> => {
  const prefix = words.at(-1) ?? '';
  const tolerant = words.filter(forgivesTypos);
  const keys = tolerant.flatMap((word) => deletionKeys({ indexName, projectId }, word));
  const rows = await sql.query<{ kind: 'word' | 'prefix' | 'near'; term: string; documents: number }>(
    `SELECT 'word' AS kind, term, documents FROM search_term
      WHERE project_id = $1 AND index_name = $2 AND term = ANY ($3)
     UNION ALL
     SELECT 'prefix', $4, coalesce(sum(documents), 0)::integer FROM search_term
      WHERE project_id = $1 AND index_name = $2 AND term >= $4 AND term < $5
     UNION ALL
     SELECT 'near', term, documents FROM search_term
      WHERE project_id = $1 AND index_name = $2 AND deletions && $6::integer[]`,
    [projectId, indexName, [allDocuments, ...words], prefix, prefix + afterAll, keys],
    { prepare: true },
  );
  const counts = new Map(
    rows.filter(({ kind }) => kind === 'word').map(({ term, documents }) => [term, documents]),
  );
  const near = rows.filter(({ kind }) => kind === 'near').sort((a, b) => b.documents - a.documents);
  const total = counts.get(allDocuments) ?? 0;
  return {
    total,
    words: words.map((word, index) => {
      const isPrefix = index === words.length - 1;
      const variants = tolerant.includes(word)
        ? near
            .filter(({ term }) => isOneTypoApart(term, word) && !(isPrefix && term.startsWith(word)))
            .slice(0, maxVariants)
        : [];
      const asAsked =
        (isPrefix ? rows.find(({ kind }) => kind === 'prefix')?.documents : counts.get(word)) ?? 0;
      const documents = variants.reduce((sum, variant) => sum + variant.documents, asAsked);
      return {
        word,
        isPrefix,
        variants: variants.map(({ term }) => term),
        documents: Math.min(documents, total),
        asAsked: Math.min(asAsked, total),
      };
    }),
  };
};

/** Applies changes of document counts per term. The caller holds the scope's lock. */
export const countTerms = async (
  sql: Sql,
  scope: Scope,
  changes: ReadonlyMap<string, number>,
): Promise<void> => {
  const changed = [...changes].filter(([, change]) => change !== 0);
  if (changed.length === 0) return;
  const { projectId, indexName } = scope;
  const updated = await sql.query<{ term: string; documents: number }>(
    `UPDATE search_term t SET documents = t.documents + c.change
       FROM unnest($3::text[], $4::integer[]) AS c (term, change)
      WHERE t.project_id = $1 AND t.index_name = $2 AND t.term = c.term
      RETURNING t.term, t.documents`,
    [projectId, indexName, changed.map(([term]) => term), changed.map(([, change]) => change)],
  );
  const known = new Set(updated.map(({ term }) => term));
  const added = changed.filter(([term, change]) => change > 0 && !known.has(term));
  if (added.length > 0) {
    const keys = added.map(([term]) => dictionaryKeys(scope, term));
    await sql.query(
      `INSERT INTO search_term (project_id, index_name, term, documents, deletions)
       SELECT $1, $2, n.term, n.documents, n.deletions::integer[]
         FROM unnest($3::text[], $4::integer[], $5::text[]) AS n (term, documents, deletions)`,
      [
        projectId,
        indexName,
        added.map(([term]) => term),
        added.map(([, change]) => change),
        keys.map((list) => list && `{${list.join(',')}}`),
      ],
    );
  }
  const gone = updated.filter(({ documents }) => documents <= 0).map(({ term }) => term);
  if (gone.length > 0) {
    await sql.query('DELETE FROM search_term WHERE project_id = $1 AND index_name = $2 AND term = ANY ($3)', [
      projectId,
      indexName,
      gone,
    ]);
  }
};
