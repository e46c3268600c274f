import { type Database, prismaAdapter, prismaSql, type Sql } from '@parley/persistence';
import { type Prisma, PrismaClient } from './generated/prisma/client';

/** The service's data as store functions see it: the pool, or one transaction. */
export interface Store {
  prisma: Prisma.TransactionClient;
  /** The same connection for statements that Prisma cannot write. */
  sql: Sql;
}

/** The service's data outside a transaction. */
export interface RootStore extends Store {
  /** Runs `work` in one transaction; rolls back when it throws. */
  transaction<T>(work: (tx: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds that a transaction may wait for a connection, and may take. */
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };

/** Puts Prisma over a pool, so that both share its connections. */
export const openStore = (db: Database): RootStore => {
  const prisma = new PrismaClient({ adapter: prismaAdapter(db), transactionOptions });
  return {
    prisma,
    sql: db,
    transaction: (work) => prisma.$transaction((tx) => work({ prisma: tx, sql: prismaSql(tx) })),
    close: () => prisma.$disconnect(),
  };
};
