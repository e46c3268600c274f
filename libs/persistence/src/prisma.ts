import { PrismaPg } from '@prisma/adapter-pg';
import { createCommit } from './after-commit';
import type { Database, Sql } from './database';

/** The adapter of a Prisma client that shares the pool of `db`; disconnecting the client leaves the pool open. */
export const prismaAdapter = (db: Pick<Database, 'pool'>): PrismaPg => new PrismaPg(db.pool);

/** The part of a Prisma client, or of its transaction client, that runs SQL. */
export interface PrismaSqlRunner {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): Promise<T>;
}

const plainNumbers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** Runs SQL inside a Prisma transaction: int8 comes as a number, as from the pool. Nothing is prepared. */
export const prismaSql = (tx: PrismaSqlRunner): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) => {
    const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    return rows.map(plainNumbers) as Row[];
  },
});

/** A service's data as store functions see it: the pool, or one transaction. */
export interface PrismaStore<Tx> {
  prisma: Tx;
  /** The same connection for statements that Prisma cannot write. */
  sql: Sql;
}

/** A service's data outside a transaction. */
export interface PrismaRootStore<Tx> extends PrismaStore<Tx> {
  /** Runs `work` in one transaction; rolls back when it throws, or takes longer than 15 s or `timeoutMs`. */
  transaction<T>(work: (tx: PrismaStore<Tx>) => Promise<T>, limits?: { timeoutMs: number }): Promise<T>;
  close(): Promise<void>;
}

/** The part of a service's generated Prisma client that a store is made of. */
export interface TransactingClient<Tx> {
  $transaction<T>(work: (tx: Tx) => Promise<T>, options?: { maxWait?: number; timeout?: number }): Promise<T>;
  $disconnect(): Promise<void>;
}

/** Milliseconds that a transaction may wait for a connection, and may take. */
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };

/** Puts a service's Prisma client over a pool, so that both share its connections. */
export const openPrismaStore = <Tx extends PrismaSqlRunner>(
  db: Database,
  openClient: (options: { adapter: PrismaPg; transactionOptions: object }) => TransactingClient<Tx> & Tx,
): PrismaRootStore<Tx> => {
  const prisma = openClient({ adapter: prismaAdapter(db), transactionOptions });
  return {
    prisma,
    sql: db,
    transaction: async (work, limits) => {
      const commit = createCommit();
      const result = await prisma.$transaction(
        async (tx) => {
          const done = await work({ prisma: tx, sql: commit.of(prismaSql(tx)) });
          await commit.prepare();
          return done;
        },
        limits && { ...transactionOptions, timeout: limits.timeoutMs },
      );
      commit.tell();
      return result;
    },
    close: () => prisma.$disconnect(),
  };
};
