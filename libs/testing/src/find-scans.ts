import { type Database, type Sql } from '@parley/persistence';

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

/**
 * Runs some work in a transaction, which is undone. Answers which tables or indexes its statements would read whole, or for a whole
 * project, with the statement: planned as for large tables.
 */
export const findScans = async (
  db: Pick<Database, 'transaction'>,
  work: (tx: Sql) => Promise<unknown>,
): Promise<string[]> => {
  const found = new Set<string>();
  const undo = new Error('undone');
  const explained = (tx: Sql): Sql => ({
    query: async (text, values, options) => {
      const rows = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      for (const node of rows.flatMap((row) => listNodes(row['QUERY PLAN'][0].Plan)))
        if (isScan(node)) found.add(`${node['Index Name'] ?? node['Relation Name']}: ${text}`);
      return tx.query(text, values, options);
    },
  });
  await db
    .transaction(async (tx) => {
      for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
        await tx.query(`SET LOCAL ${setting} = off`);
      await work(explained(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...found];
};
