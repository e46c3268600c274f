import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { lookupSql, indexedMatchesSql, recentMatchesSql } from '../src/contacts/contact.lookup.store';
import { cutPieces } from '../src/contacts/rare-pieces';
import {
  requireContact,
  silentObserver,
  startContacts,
  type TestContacts,
  type TestProject,
} from './support/contacts';
import { seedContacts } from './support/seed';

let service: TestContacts;
let lookup: Client<ContactLookupServiceDefinition>;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
  lookup = createClient(
    ContactLookupServiceDefinition,
    createLocalCaller(service.implementations, silentObserver),
  );
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user'))).id;
type Identifiers = Parameters<typeof lookup.findContacts>[0];
const find = async (identifiers: Identifiers, context = project.as('agent')) =>
  (await lookup.findContacts(identifiers, context)).ids;
const match = async (words: string, anyWord = false, limit = 0, context = project.as('agent')) =>
  (await lookup.matchContacts({ words, anyWord, limit }, context)).ids;
const custom = (field: string, value: string) => ({ field, operator: 'eq', values: [value] });

describe('FindContacts', () => {
  it('finds by email in any case, userId, phone or customData, the most recently active first', async () => {
    const one = await create({
      email: 'Ada@Example.com',
      userId: 'u-1',
      phone: '+49 1',
      customData: { plan: 'pro' },
    });
    const two = await create({ email: 'ada@example.com', customData: { plan: 'pro', seats: 5 } });
    expect(await find({ email: ' ADA@example.com ' })).toEqual([two, one]);
    expect(await find({ userId: 'u-1' })).toEqual([one]);
    expect(await find({ phone: '+49 1' })).toEqual([one]);
    expect(await find({ filter: [custom('customData.plan', 'pro')] })).toEqual([two, one]);
    expect(await find({ filter: [custom('customData.seats', '5')] })).toEqual([two]);
  });

  it('demands every identifier that is given', async () => {
    const one = await create({ email: 'a@example.com', userId: 'u-1', customData: { plan: 'pro' } });
    await create({ email: 'a@example.com', userId: 'u-2' });
    const filter = [custom('customData.plan', 'pro')];
    expect(await find({ email: 'a@example.com', userId: 'u-1', filter })).toEqual([one]);
    expect(await find({ email: 'a@example.com', userId: 'u-2', filter })).toEqual([]);
    expect(await find({ email: 'b@example.com', userId: 'u-1' })).toEqual([]);
  });

  it('answers 400 invalid_query without an identifier; an empty one counts as none', async () => {
    for (const identifiers of [{}, { email: '' }, { email: '  ', userId: '', phone: '' }]) {
      await expect(find(identifiers)).rejects.toMatchObject({
        kind: 'invalid',
        reason: 'INVALID_QUERY',
        fields: [{ message: expect.stringContaining('userId') }],
      });
    }
    await expect(find({ filter: [custom('plan', 'pro')] })).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
    });
    await expect(find({ filter: [custom('customData.', 'x')] })).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
    });
  });

  it('leaves out deleted contacts and those of other projects', async () => {
    const id = await create({ userId: 'u-1' });
    expect(await find({ userId: 'u-1' }, service.project().as('agent'))).toEqual([]);
    await service.contacts.deleteContact({ sessionId: id }, project.as('admin'));
    expect(await find({ userId: 'u-1' })).toEqual([]);
    expect(await match('u-1')).toEqual([]);
  });

  it('answers at most the limit, and 500 without one', async () => {
    await seedContacts(service.db, project, 600);
    const filter = [{ field: 'customData.n', operator: 'gt', values: ['0'] }];
    expect(await find({ filter, limit: 100 })).toHaveLength(100);
    expect(await find({ filter })).toHaveLength(500);
    expect(await find({ filter, limit: 1_000 })).toHaveLength(500);
    expect((await find({ filter, limit: 1 }))[0]).toBe((600).toString(16).padStart(24, '0'));
  });
});

describe('MatchContacts', () => {
  it('finds words in name, email, userId, companyName and phone, in any case', async () => {
    const id = await create({
      name: 'Grace Hopper',
      email: 'grace@navy.example',
      userId: 'cobol-1',
      companyName: 'US Navy',
      phone: '+1 555 0199',
    });
    for (const words of ['HOPPER', 'navy.example', 'cobol', 'us', '0199', 'opp']) {
      expect(await match(words)).toEqual([id]);
    }
    expect(await match('nobody')).toEqual([]);
    expect(await match('  ')).toEqual([]);
  });

  it('demands all words, wherever they are; with any_word one suffices and more come first', async () => {
    const both = await create({ name: 'Ada Lovelace', companyName: 'Engines' });
    const one = await create({ name: 'Ada Byron' });
    expect(await match('engines ada')).toEqual([both]);
    expect(await match('ada unicorn')).toEqual([]);
    expect(await match('engines ada unicorn', true)).toEqual([both, one]);
  });

  it('finds what is far from the newest contacts, and takes wildcards for what they are', async () => {
    await seedContacts(service.db, project, 5_000);
    const first = (1).toString(16).padStart(24, '0');
    expect(await match('user-1 number1 ada.1@example.com')).toContain(first);
    expect(await match('ada.17@')).toEqual([(17).toString(16).padStart(24, '0')]);
    expect(await match('ada.17@ zz', true)).toEqual([(17).toString(16).padStart(24, '0')]);
    expect(await match('%')).toEqual([]);
    expect(await match('a_a.17@')).toEqual([]);
    expect(await match('ada')).toHaveLength(500);
    expect(await match('ada', false, 7)).toHaveLength(7);
  });

  it('finds nothing of another project', async () => {
    await create({ name: 'Grace' });
    expect(await match('grace', false, 0, service.project().as('agent'))).toEqual([]);
  });
});

describe('look-ups among 20,000 contacts', () => {
  interface PlanNode {
    'Node Type': string;
    'Index Name'?: string;
    Plans?: PlanNode[];
  }
  const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];
  const listIndexes = async (text: string, values: readonly unknown[]): Promise<string[]> => {
    const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    const nodes = row ? listNodes(row['QUERY PLAN'][0].Plan) : [];
    expect(nodes.filter((node) => node['Node Type'].includes('Seq Scan'))).toEqual([]);
    return nodes.flatMap((node) => node['Index Name'] ?? []);
  };
  let large: TestProject;
  beforeAll(async () => {
    large = service.project();
    await service.db.query('DELETE FROM contact');
    await seedContacts(service.db, large, 20_000);
    await service.db.query('VACUUM ANALYZE contact');
  });

  it.each([
    ['email', 'email = $2', 'ada.7@example.com', 'contact_email'],
    ['userId', 'user_id = $2', 'user-7', 'contact_user_id_key'],
    ['phone', 'phone = $2', '+49', 'contact_attributes'],
    ['customData', 'custom_data @? $2::jsonpath', '$.n ? (@ == 7)', 'contact_attributes'],
  ])('are read by an index for %s', async (_name, where, value, index) => {
    expect(await listIndexes(lookupSql(where, 100), [large.id, value])).toContain(index);
  });

  it('are read by an index for words', async () => {
    const words = { projectId: large.id, words: ['number77', 'zz'], anyWord: false, limit: 100 };
    const recent = recentMatchesSql(words);
    expect(await listIndexes(recent.text, recent.values)).toContain('contact_last_activity');
    for (const anyWord of [false, true]) {
      const indexed = indexedMatchesSql({ ...words, anyWord }, cutPieces);
      expect(await listIndexes(indexed.text, indexed.values)).toContain('contact_search');
    }
  });
});
