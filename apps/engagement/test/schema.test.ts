import { schemaDrift } from '@parley/persistence';
import { testPostgresUrl } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { migrations } from '../src/generated/migrations';

it('has migrations that make exactly the tables of schema.prisma', async () => {
  const schema = readFileSync(resolve(__dirname, '../prisma/schema.prisma'), 'utf8');
  expect(await schemaDrift(testPostgresUrl(), migrations, schema)).toEqual([]);
});
