/** Rows of one page and where the next begins. */
export interface KeysetPage<Row> {
  items: Row[];
  hasMore: boolean;
  /** Id of the last item, to be sent as `before`; only when there is more. */
  nextBefore?: string;
}

/**
 * SQL that keeps the rows after a cursor in the order of `keys` (SQL of ours, none of them NULL, the id last). The
 * values are those of the cursor row and go to `params`. A row comparison, so that an index on the keys serves.
 */
export const keysetAfter = (
  keys: readonly string[],
  order: 'ascending' | 'descending',
  cursor: readonly unknown[],
  params: unknown[],
): string => {
  if (keys.length === 0 || keys.length !== cursor.length)
    throw new RangeError(`A cursor of ${cursor.length} values does not fit ${keys.length} keys.`);
  const places = cursor.map((value) => `$${params.push(value)}`);
  return `(${keys.join(', ')}) ${order === 'ascending' ? '>' : '<'} (${places.join(', ')})`;
};

/** Makes a page of rows that were asked for with one more than `limit`. */
export const cutPage = <Row extends { id: string }>(rows: readonly Row[], limit: number): KeysetPage<Row> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, ...(hasMore && last && { nextBefore: last.id }) };
};
