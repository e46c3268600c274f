import type { SearchQuery } from './search-index';

/** A query that an engine answers at once. */
export type OnePass = Omit<SearchQuery, 'match'> & { match: 'all' | 'any' };

/** The results of a pass, most relevant first. */
export interface Found<Row> {
  rows: Row[];
  total: number;
}

/**
 * Asks a query by one pass, or by two: documents with all of `words` first, then, as far as there is room, those with some.
 * The scores of the second pass stay below those of the first.
 */
export const inPasses = async <Row extends { id: string; score: number }>(
  { match, ...query }: SearchQuery,
  words: readonly string[],
  pass: (query: OnePass) => Promise<Found<Row>>,
): Promise<Found<Row>> => {
  if (match !== 'allFirst') return pass({ ...query, match });
  const all = await pass({ ...query, match: 'all' });
  // Some of one word are all.
  if (words.length === 1 || all.rows.length >= query.limit) return all;
  const any = await pass({ ...query, match: 'any' });
  const known = new Set(all.rows.map(({ id }) => id));
  const rows = [
    ...all.rows.map((row) => ({ ...row, score: (1 + row.score) / 2 })),
    ...any.rows.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, score: row.score / 2 })),
  ];
  return { rows: rows.slice(0, query.limit), total: any.total };
};
