import { PrismaPg } from '@prisma/adapter-pg';
import { type Database, type Sql } from './database';

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
