import type { Database, Sql } from '@parley/persistence';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** An index that is read by no more than the project finds all rows of it. */
const isScan = ({ 'Node Type': type, 'Index Name': index, 'Index Cond': condition }: PlanNode): boolean =>
  type === 'Seq Scan' || (index !== undefined && !condition?.includes(' AND '));

/** Tables with many rows, and their indexes. */
const LARGE = `SELECT c.relname AS name FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
  JOIN pg_class t ON t.oid = coalesce(i.indrelid, c.oid) WHERE t.reltuples >= 1000`;

/**
 * Runs some work in a transaction, which is undone. Answers which large tables its statements would read whole, or for a whole
 * project, with the statement. A table is large that had 1,000 rows when it was analysed.
 */
export const findScans = async (
  db: Pick<Database, 'transaction'>,
  work: (tx: Sql) => Promise<unknown>,
): Promise<string[]> => {
  const found = new Set<string>();
  const undo = new Error('undone');
  const explained = (tx: Sql, large: ReadonlySet<string>): Sql => ({
    query: async (text, values, options) => {
      // A condition on an empty list is never true, and so implies those of all partial indexes.
      if (values?.some((value) => Array.isArray(value) && value.length === 0))
        return tx.query(text, values, options);
      const rows = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      for (const node of rows.flatMap((row) => listNodes(row['QUERY PLAN'][0].Plan))) {
        const name = node['Index Name'] ?? node['Relation Name'] ?? '';
        if (large.has(name) && isScan(node)) found.add(`${name}: ${text}`);
      }
      return tx.query(text, values, options);
    },
  });
  await db
    .transaction(async (tx) => {
      const large = (await tx.query<{ name: string }>(LARGE)).map(({ name }) => name);
      await work(explained(tx, new Set(large)));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...found];
};
