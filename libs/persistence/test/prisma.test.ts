import { createTestDatabase, testPostgresUrl, type TestDatabase } from '@parley/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  migrate,
  newId,
  prismaAdapter,
  prismaSql,
  schemaDrift,
  type Migration,
  type PrismaSqlRunner,
} from '../src';

const PROJECT = resolve(__dirname, 'fixtures/project');
const GENERATOR = resolve(__dirname, '../../tooling/src/generate-prisma.mjs');

interface Thing {
  id: string;
  size: bigint;
  tags: string[];
  data: unknown;
  createdAt: Date;
}

interface Things extends PrismaSqlRunner {
  thing: {
    create(input: { data: Omit<Thing, 'createdAt'> }): Promise<Thing>;
    findMany(): Promise<Thing[]>;
  };
}

interface Client extends Things {
  $transaction<T>(work: (tx: Things) => Promise<T>): Promise<T>;
  $disconnect(): Promise<void>;
}

const silent = { info: () => undefined, error: () => undefined };

describe('a generated Prisma client over our pool', () => {
  let test: TestDatabase;
  let prisma: Client;
  let migrations: Migration[];
  beforeAll(async () => {
    execFileSync(process.execPath, [GENERATOR, PROJECT]);
    ({ migrations } = (await import(join(PROJECT, 'src/generated/migrations'))) as {
      migrations: Migration[];
    });
    const generated = (await import(join(PROJECT, 'src/generated/prisma/client'))) as {
      PrismaClient: new (options: { adapter: unknown }) => Client;
    };
    test = await createTestDatabase('prisma');
    await migrate(test.url, migrations, silent);
    prisma = new generated.PrismaClient({ adapter: prismaAdapter(test.db) });
  });
  beforeEach(() => test.db.query('TRUNCATE things'));
  afterAll(async () => {
    await prisma.$disconnect();
    // The pool is still ours after the client has gone.
    await test.db.query('SELECT 1');
    await test.drop();
  });

  it('carries migrations that make what its schema describes', async () => {
    expect(migrations.map(({ name }) => name)).toEqual(['20260101000000_initial']);
    const schema = readFileSync(join(PROJECT, 'prisma/schema.prisma'), 'utf8');
    expect(await schemaDrift(testPostgresUrl(), migrations, schema)).toEqual([]);
  });

  it('keeps int8 exact for Prisma while our statements answer numbers', async () => {
    const id = newId();
    await prisma.thing.create({ data: { id, size: 9_223_372_036_854_775_807n, tags: [], data: {} } });
    expect(await prisma.thing.findMany()).toMatchObject([{ id, size: 9_223_372_036_854_775_807n }]);
    expect(await test.db.query('SELECT 7::bigint AS seven')).toEqual([{ seven: 7 }]);
  });

  it('runs our SQL in its transaction with the same types as from the pool', async () => {
    const id = newId();
    const at = new Date('2026-01-01T00:00:00.123Z');
    await prisma.$transaction(async (tx) => {
      const sql = prismaSql(tx);
      expect(
        await sql.query('INSERT INTO things VALUES ($1, $2, $3, $4::jsonb, $5)', [
          id,
          12,
          ['a', 'b'],
          JSON.stringify({ plan: 'pro' }),
          at,
        ]),
      ).toEqual([]);
      const text =
        'SELECT id, size, tags, data, created_at, count(*) OVER () AS total FROM things WHERE id = $1';
      const rows = await sql.query(text, [id]);
      expect(rows).toEqual([
        { id, size: 12, tags: ['a', 'b'], data: { plan: 'pro' }, created_at: at, total: 1 },
      ]);
      expect(await test.db.query('SELECT id FROM things')).toEqual([]);
    });
    expect(await prisma.thing.findMany()).toEqual([
      { id, size: 12n, tags: ['a', 'b'], data: { plan: 'pro' }, createdAt: at },
    ]);
  });

  it('undoes our SQL with its transaction', async () => {
    const failing = prisma.$transaction(async (tx) => {
      await prismaSql(tx).query(`INSERT INTO things VALUES ($1, 1, '{}', '{}')`, [newId()]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await test.db.query('SELECT id FROM things')).toEqual([]);
  });
});
