import { type Migration, schemaDrift } from '@parley/persistence';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTestDatabase, testPostgresUrl } from './database';

/** References of which no index begins with the columns. An index without NULL is enough. */
const UNINDEXED = `SELECT c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) AS reference FROM pg_constraint c
  WHERE c.contype = 'f' AND NOT EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
       AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^[(]\\w+ IS NOT NULL[)]$'))`;

/**
 * The tests of a service's schema: its migrations make exactly the tables of `schema.prisma`, and each reference has an index. Without
 * one, each deleted row reads the whole table that refers to it.
 * @param folder The service's folder of tests.
 */
export const testSchema = (folder: string, migrations: readonly Migration[]): void => {
  it('has migrations that make exactly the tables of schema.prisma', async () => {
    const schema = readFileSync(resolve(folder, '../prisma/schema.prisma'), 'utf8');
    expect(await schemaDrift(testPostgresUrl(), migrations, schema)).toEqual([]);
  });

  it('has an index for each reference', async () => {
    const { db, drop } = await createTestDatabase('references', migrations);
    expect(await db.query(UNINDEXED)).toEqual([]);
    await drop();
  });
};
