import { schemaDrift } from '@parley/persistence';
import { createTestDatabase, findScans, testPostgresUrl } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { emailsOnContacts } from '../src/campaigns/on-contacts';
import { onContacts } from '../src/events/on-contacts';
import { migrations } from '../src/generated/migrations';

it('has migrations that make exactly the tables of schema.prisma', async () => {
  const schema = readFileSync(resolve(__dirname, '../prisma/schema.prisma'), 'utf8');
  expect(await schemaDrift(testPostgresUrl(), migrations, schema)).toEqual([]);
});

it.each([{}, { into: { id: 'heir' } }])(
  'finds what is deleted with a contact by indexes (%j)',
  async (payload) => {
    const { db, drop } = await createTestDatabase('engagement_scans', migrations);
    const event = { subject: '', projectId: 'p', aggregateId: 'c', payload, createdAt: new Date() } as never;
    const scans = await findScans(db, async (tx) => {
      await onContacts({} as never)(event, tx);
      await emailsOnContacts({ clock: () => new Date() })(event, tx);
    });
    expect(scans).toEqual([]);
    await drop();
  },
);
