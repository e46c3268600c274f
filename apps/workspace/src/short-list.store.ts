import type { ListClauses, Sql } from '@parley/persistence';

/** Default and greatest `limit` of lists that are short by nature. */
export const SHORT_PAGE = { default: 1000, max: 1000 };

/** Ids of a list's rows in their order. `from` is SQL of ours, from the tables to the condition on the owner. */
export const findIds = async (
  sql: Sql,
  from: string,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id ${from} AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  return rows.map(({ id }) => id);
};
