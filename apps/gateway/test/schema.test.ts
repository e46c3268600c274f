import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { schemaDrift } from '@parley/persistence';
import { testPostgresUrl } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

describe('the gateway’s database', () => {
  it('is the same by its migrations and by schema.prisma', async () => {
    const schema = readFileSync(resolve(__dirname, '../prisma/schema.prisma'), 'utf8');
    expect(await schemaDrift(testPostgresUrl(), migrations, schema)).toEqual([]);
  });
});
