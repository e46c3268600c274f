import { prismaAdapter, type Sql } from '@parley/persistence';
import type { Store } from '../../src/db';
import { PrismaClient } from '../../src/generated/prisma/client';
import type { TestHelpcenter } from './helpcenter';

/** A node of a plan as PostgreSQL writes it as JSON. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** The nodes of the plan of a statement. */
export const explain = async (
  { db }: Pick<TestHelpcenter, 'db'>,
  text: string,
  values: readonly unknown[],
): Promise<PlanNode[]> => {
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  if (!row) throw new Error('No plan');
  return listNodes(row['QUERY PLAN'][0].Plan);
};

/** The nodes of the plans of every statement that some work with the service's data runs, Prisma's among them. */
export const explainWork = async (
  service: Pick<TestHelpcenter, 'db'>,
  work: (store: Store) => Promise<unknown>,
): Promise<PlanNode[][]> => {
  const { db } = service;
  const asked: [text: string, values: readonly unknown[]][] = [];
  const prisma = new PrismaClient({ adapter: prismaAdapter(db), log: [{ emit: 'event', level: 'query' }] });
  prisma.$on('query', ({ query, params }) => asked.push([query, JSON.parse(params) as unknown[]]));
  const sql: Sql = {
    query: (text, values = [], options) => {
      asked.push([text, values]);
      return db.query(text, values, options);
    },
  };
  await work({ prisma, sql });
  await prisma.$disconnect();
  if (asked.length === 0) throw new Error('Nothing was asked');
  return Promise.all(asked.map(([text, values]) => explain(service, text, values)));
};

/** The indexes that a plan reads, each once. */
export const listIndexes = (nodes: readonly PlanNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
];

/** The types of the nodes of a plan. */
export const listTypes = (nodes: readonly PlanNode[]): string[] => nodes.map((node) => node['Node Type']);
