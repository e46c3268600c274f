import { eventually } from '@parley/testing';
import { companyClients, putCompany } from './support/companies';
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

const user = () => its.user;

describe('an import from Zendesk', () => {
  const start = (context = user()) =>
    service.imports.startZendeskImport(
      { apiToken: 'zt', email: 'agent@customer.example', subdomain: 'Acme' },
      context,
    );
  const end = { meta: { has_more: false, after_cursor: 'last', before_cursor: 'x' }, links: {} };
  const ada = {
    id: 11,
    role: 'end-user',
    active: true,
    external_id: 'user-1',
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+44',
    locale: 'en-GB',
    organization_id: 5,
    tags: ['vip', 'beta'],
    user_fields: { level: 2, colour: null, areas: ['a', 'b'] },
    photo: { content_url: 'https://example.com/ada.png' },
    suspended: false,
  };

  it('pages by cursor as the agent of the token, end users with their organisations only', async () => {
    api.answer = ({ path, query }) => {
      if (path === '/zendesk/acme/api/v2/organizations/show_many.json') {
        expect(query).toEqual({ ids: '5,6' });
        return {
          json: {
            organizations: [
              {
                id: 5,
                name: 'Acme',
                external_id: 'acme',
                domain_names: ['acme.example', 'acme.test'],
                tags: ['premium'],
                organization_fields: { region: 'emea', size: 12, renewed: null },
              },
              { id: 6, name: 'Six', external_id: null },
            ],
          },
        };
      }
      if (query['page[after]'] === 'c2') return { json: { users: [], ...end } };
      return {
        json: {
          users: [
            ada,
            { id: 12, active: true, email: 'b@example.com', name: 'B', organization_id: 6, suspended: true },
            { id: 13, active: false, email: null, name: 'Permanently Deleted User' },
          ],
          meta: { has_more: true, after_cursor: 'c2', before_cursor: 'x' },
          links: {},
        },
      };
    };
    const job = await importReaches(service, (await start()).jobId, user(), 'done', 'failed');
    expect(job).toMatchObject({ status: 'done', platform: 'zendesk', created: 2, skipped: 0 });
    expect(its.asked('/zendesk/acme/api/v2/users.json').map(({ query }) => query)).toEqual([
      { 'page[size]': '100', role: 'end-user' },
      { 'page[size]': '100', role: 'end-user', 'page[after]': 'c2' },
    ]);
    expect(api.requests[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('agent@customer.example/token:zt').toString('base64')}`,
    );
    expect(await its.byUserId('user-1')).toMatchObject({
      email: 'ada@example.com',
      phone: '+44',
      lang: 'en-GB',
      avatar: 'https://example.com/ada.png',
      companyId: 'acme',
      companyName: 'Acme',
      tags: ['vip', 'beta'],
      customData: { level: 2, areas: ['a', 'b'] },
      blocked: false,
    });
    expect((await its.byEmail('b@example.com'))[0]).toMatchObject({ companyId: '6', blocked: true });
    expect(await its.company('acme')).toMatchObject({
      name: 'Acme',
      domain: 'acme.example',
      tags: ['premium'],
      customData: { region: 'emea', size: 12 },
    });
    expect((await its.company('6')).name).toBe('Six');
  });

  describe('of a company that is there', () => {
    const serve = (organization: object, user: object = ada): void => {
      api.answer = ({ path }) =>
        path.endsWith('users.json')
          ? { json: { users: [user], ...end } }
          : { json: { organizations: [{ id: 5, external_id: 'acme', ...organization }] } };
    };
    const run = async () => importReaches(service, (await start()).jobId, user(), 'done');
    const put = (input: object) => putCompany(companyClients(service), 'acme', input, { context: user() });

    it('changes what the platform knows: name, domain, tags united and customData by name, and nothing else', async () => {
      const { id } = await put({
        name: 'Old',
        plan: 'pro',
        sla: 60,
        tags: ['own'],
        address: { city: 'Berlin' },
        customData: { own: 1, region: 'us' },
      });
      const organization = {
        name: 'New',
        domain_names: ['ACME.example'],
        tags: ['own', 'premium'],
        organization_fields: { region: 'emea' },
      };
      serve(organization);
      await run();
      const after = await its.company('acme');
      expect(after).toMatchObject({
        id,
        name: 'New',
        plan: 'pro',
        sla: 60,
        domain: 'acme.example',
        tags: ['own', 'premium'],
        address: { city: 'Berlin' },
        customData: { own: 1, region: 'emea' },
      });
      await eventually(async () => expect((await its.byUserId('user-1')).companyName).toBe('New'));
      expect(await world.told(id)).toEqual(['created', 'updated']);
      serve({ ...organization, tags: [], domain_names: [] });
      await run();
      expect(await its.company('acme')).toEqual({ ...after, lastSeenAt: expect.any(String) });
      expect(await world.told(id)).toEqual(['created', 'updated']);
    });

    it('takes no more than it may have: 50 tags, 100 keys, 65,536 bytes, texts cut', async () => {
      await put({ customData: Object.fromEntries(Array.from({ length: 98 }, (_, n) => [`k${n}`, n])) });
      serve({
        name: 'n'.repeat(300),
        domain_names: ['d'.repeat(254)],
        tags: Array.from({ length: 60 }, (_, n) => `t${n}`),
        organization_fields: { big: 'x'.repeat(65_536), one: 1, two: 2, three: 3, k0: 'new' },
      });
      expect(await run()).toMatchObject({ created: 1, failed: 0 });
      const after = await its.company('acme');
      expect(after).toMatchObject({ name: 'n'.repeat(256), customData: { one: 1, two: 2, k0: 'new' } });
      expect(after.domain).toBeUndefined();
      expect(after.tags).toHaveLength(50);
      expect(Object.keys(after.customData ?? {})).toHaveLength(100);
    });

    it('fails entries whose company id is count or search, which name no company', async () => {
      serve({ external_id: 'search', name: 'Odd' });
      expect(await run()).toMatchObject({
        created: 0,
        failed: 1,
        errors: [{ ref: '11', reason: 'Its company id is search, which stands for something else.' }],
      });
      await expect(its.company('search')).rejects.toMatchObject({ reason: 'COMPANY_NOT_FOUND' });
    });
  });

  it('unites tags, and leaves them alone when an agent without SESSION_TAGS_UPDATE started it', async () => {
    api.answer = ({ path }) =>
      path.endsWith('users.json')
        ? { json: { users: [{ ...ada, organization_id: null }], ...end } }
        : { status: 404, json: {} };
    await service.contacts.createContact({ contact: { userId: 'user-1', tags: ['own'] } }, user());
    await importReaches(service, (await start(its.project.as('agent'))).jobId, user(), 'done');
    expect((await its.byUserId('user-1')).tags).toEqual(['own']);
    await importReaches(service, (await start()).jobId, user(), 'done');
    expect((await its.byUserId('user-1')).tags).toEqual(['own', 'vip', 'beta']);
  });
});
