import type { TestContacts } from './support/contacts';
import type { FakeApi } from './support/fake-api';
import { importReaches } from './support/import-jobs';
import {
  type ImportProject,
  type ImportWorld,
  openImportProject,
  startImportWorld,
} from './support/import-world';

let world: ImportWorld;
let its: ImportProject;
let api: FakeApi;
let service: TestContacts;

beforeAll(async () => {
  world = await startImportWorld();
  ({ api, service } = world);
});
afterAll(() => world.stop());
beforeEach(() => {
  its = openImportProject(world);
});

const CONTACTS = '/freshdesk/acme/api/v2/contacts';
const ada = {
  id: 11,
  unique_external_id: 'user-1',
  email: 'ada@example.com',
  name: 'Ada',
  phone: null,
  mobile: '+44',
  language: 'en',
  company_id: 5,
  job_title: 'CTO',
  time_zone: 'London',
  tags: ['vip'],
  custom_fields: { level: 2, colour: null },
  avatar: { avatar_url: 'https://example.com/ada.png' },
};

/** Serves these contacts in pages of 100, and these that are blocked after them. */
const serve = (contacts: object[], blocked: object[] = [], companies: Record<string, object> = {}): void => {
  api.answer = ({ path, query }) => {
    if (path === CONTACTS) {
      const all = query['state'] === 'blocked' ? blocked : contacts;
      const from = (Number(query['page']) - 1) * 100;
      return { json: all.slice(from, from + 100) };
    }
    const company = companies[path.slice('/freshdesk/acme/api/v2/companies/'.length)];
    return company ? { json: company } : { status: 404, json: {} };
  };
};

const start = (context = its.user, wait?: boolean) =>
  service.imports.startFreshdeskImport(
    { apiKey: 'fd', domain: 'Acme.Freshdesk.com', ...(wait !== undefined && { wait }) },
    context,
  );
const run = async (context = its.user) =>
  importReaches(service, (await start(context)).jobId, its.user, 'done', 'failed');

describe('an import from Freshdesk', () => {
  it('reads every page with the key, then who is blocked, and each company once', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({
      id: 100 + n,
      email: `c${n}@example.com`,
      company_id: 5,
    }));
    const eve = { id: 12, email: 'eve@example.com', name: 'Eve' };
    const company = {
      id: 5,
      name: 'Acme',
      domains: ['acme.example', 'acme.test'],
      account_tier: 'Premium',
      industry: 'Steel',
      custom_fields: { region: 'emea', renewed: null },
    };
    serve([...many, ada], [eve], { 5: company });
    expect(await run()).toMatchObject({ status: 'done', platform: 'freshdesk', created: 102, failed: 0 });
    expect(its.asked(CONTACTS).map(({ query }) => query)).toEqual([
      { per_page: '100', page: '1' },
      { per_page: '100', page: '2' },
      { per_page: '100', page: '1', state: 'blocked' },
    ]);
    expect(its.asked('/freshdesk/acme/api/v2/companies/5').length).toBeLessThanOrEqual(2);
    expect(api.requests[0]?.headers['authorization']).toBe(`Basic ${Buffer.from('fd:X').toString('base64')}`);
    expect(await its.byUserId('user-1')).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      phone: '+44',
      lang: 'en',
      avatar: 'https://example.com/ada.png',
      companyId: '5',
      companyName: 'Acme',
      tags: ['vip'],
      customData: { job_title: 'CTO', time_zone: 'London', level: 2 },
      blocked: false,
    });
    expect((await its.byEmail('eve@example.com'))[0]).toMatchObject({ name: 'Eve', blocked: true });
    expect(await its.company('5')).toMatchObject({
      name: 'Acme',
      plan: 'Premium',
      domain: 'acme.example',
      customData: { industry: 'Steel', region: 'emea' },
    });
  });

  it('leaves out a company that is gone, and changes nothing when it runs again', async () => {
    serve([ada]);
    expect(await run()).toMatchObject({ created: 1 });
    const before = await its.byUserId('user-1');
    expect(before.companyId).toBeUndefined();
    expect(await run()).toMatchObject({ created: 0, updated: 1 });
    expect((await its.byUserId('user-1')).updatedAt).toBe(before.updatedAt);
  });

  it('answers the ids of its contacts when the caller waits', async () => {
    serve([ada]);
    const { status, ids } = await start(its.user, true);
    expect(status).toBe('done');
    expect(ids).toEqual([(await its.byUserId('user-1')).id]);
  });

  it('leaves tags alone when an agent without SESSION_TAGS_UPDATE started it', async () => {
    serve([ada]);
    await run(its.project.as('agent'));
    expect((await its.byUserId('user-1')).tags).toEqual([]);
  });

  it('fails on an answer that is no list of contacts', async () => {
    api.answer = () => ({ json: { contacts: [] } });
    expect(await run()).toMatchObject({ status: 'failed', lastError: expect.stringContaining('Freshdesk') });
  });
});
