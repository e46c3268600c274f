import { contactOf, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { type ApiRequest, type FakeApi, startFakeApi } from './support/fake-api';
import { importJob, importReaches } from './support/import-jobs';

let api: FakeApi;
let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  api = await startFakeApi();
  service = await startContacts({
    config: { hubspotUrl: `${api.url}/hubspot`, zendeskUrl: `${api.url}/zendesk/{subdomain}` },
  });
});
afterAll(async () => {
  await service.stop();
  await api.stop();
});
beforeEach(() => {
  project = service.project();
  api.requests.splice(0);
});

const user = () => project.as('user');
const byUserId = async (userId: string) =>
  contactOf(await service.contacts.getContactByUserId({ userId }, user()));
const byEmail = async (email: string) => {
  const filter = [{ field: 'email', operator: 'eq', values: [email] }];
  return (await service.contacts.listContacts({ filter, limit: 10 }, user())).contacts;
};
const asked = (path: string): ApiRequest[] => api.requests.filter((request) => request.path === path);

describe('an import from Intercom', () => {
  const start = async (context = user()) =>
    service.imports.startIntercomImport({ endpoint: `${api.url}/`, apiKey: 'ic_key' }, context);
  const page = (data: object[], startingAfter?: string) => ({
    json: {
      type: 'list',
      data,
      total_count: 3,
      pages: {
        type: 'pages',
        page: 1,
        per_page: 150,
        total_pages: 2,
        ...(startingAfter && { next: { page: 2, starting_after: startingAfter } }),
      },
    },
  });
  const lin = {
    type: 'contact',
    id: 'ic_1',
    external_id: 'user-1',
    role: 'user',
    email: 'Lin@Customer.example',
    phone: '+4930',
    name: 'Lin Park',
    avatar: { type: 'avatar', image_url: 'https://example.com/lin.png' },
    language_override: null,
    browser_language: 'de',
    os: 'macOS',
    location: { type: 'location', country: 'Germany', region: null, city: 'Berlin' },
    unsubscribed_from_emails: false,
    custom_attributes: { plan_name: 'pro', seats: 3, trial: false, gone: null, nested: { a: 1 } },
    companies: { type: 'list', data: [{ id: 'c_1', type: 'company' }], total_count: 1, has_more: false },
  };

  it('pages by cursor, maps users and leads, and links the companies they name', async () => {
    api.answer = ({ path, query }) => {
      if (path === '/companies/c_1') return { json: { id: 'c_1', company_id: 'acme', name: 'Acme' } };
      if (path !== '/contacts') return { status: 404, json: {} };
      if (query['starting_after'] === 'next==') {
        const gone = {
          ...lin,
          id: 'ic_4',
          external_id: 'user-4',
          email: null,
          companies: { data: [{ id: 'c_9' }] },
        };
        return page([gone]);
      }
      return page(
        [
          lin,
          { id: 'ic_2', role: 'lead', email: 'lead@example.com', name: null, unsubscribed_from_emails: true },
          { id: 'ic_3', role: 'lead', email: null, external_id: null },
        ],
        'next==',
      );
    };
    const { jobId, status } = await start();
    expect(status).toBe('queued');
    const job = await importReaches(service, jobId, user(), 'done', 'failed');
    expect(job).toEqual({
      id: jobId,
      _id: jobId,
      platform: 'intercom',
      status: 'done',
      created: 3,
      updated: 0,
      skipped: 1,
      failed: 0,
      errors: [{ ref: 'ic_3', reason: 'It has neither a user id nor an e-mail address.' }],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      startedAt: expect.stringMatching(/Z$/),
      finishedAt: expect.stringMatching(/Z$/),
    });
    expect(asked('/contacts').map(({ query, headers }) => [query, headers['authorization']])).toEqual([
      [{ per_page: '150' }, 'Bearer ic_key'],
      [{ per_page: '150', starting_after: 'next==' }, 'Bearer ic_key'],
    ]);
    expect(await byUserId('user-1')).toMatchObject({
      email: 'lin@customer.example',
      name: 'Lin Park',
      phone: '+4930',
      avatar: 'https://example.com/lin.png',
      lang: 'de',
      platform: 'macOS',
      location: { country: 'Germany', city: 'Berlin' },
      customData: { plan_name: 'pro', seats: 3, trial: false },
      companyId: 'acme',
      companyName: 'Acme',
      unsubscribed: false,
    });
    const [lead] = await byEmail('lead@example.com');
    expect(lead).toMatchObject({
      emailOnly: true,
      unsubscribed: true,
      unsubscribeReason: 'Unsubscribed in Intercom',
    });
    expect((await byUserId('user-4')).companyId).toBeUndefined();
  });

  it('updates what is there: merges customData, keeps what the platform does not know, subscribes nobody', async () => {
    const known = contactOf(
      await service.contacts.createContact(
        {
          contact: {
            userId: 'user-1',
            name: 'Old',
            plan: 'pro',
            tags: ['vip'],
            customData: { seats: 1, own: true },
          },
        },
        user(),
      ),
    );
    await service.db.query('UPDATE contact SET unsubscribed = true WHERE id = $1', [known.id]);
    api.answer = ({ path }) =>
      path === '/contacts' ? page([{ ...lin, companies: null }]) : { status: 404, json: {} };
    const job = await importReaches(service, (await start()).jobId, user(), 'done');
    expect(job).toMatchObject({ created: 0, updated: 1, skipped: 0, failed: 0 });
    expect(await byUserId('user-1')).toMatchObject({
      id: known.id,
      name: 'Lin Park',
      plan: 'pro',
      tags: ['vip'],
      unsubscribed: true,
      customData: { plan_name: 'pro', seats: 3, trial: false, own: true },
    });
    const history = await service.db.query('SELECT "by" FROM identity_history WHERE contact_id = $1', [
      known.id,
    ]);
    expect(history).toMatchObject([{ by: { method: 'import', userEmail: 'agent@example.com' } }]);
  });

  it('lists entries that it refuses, the first 100 of them, and takes the others', async () => {
    const bad = Array.from({ length: 110 }, (_, index) => ({ id: `bad_${index}`, email: 'no address' }));
    const long = { id: 'long', external_id: 'x'.repeat(257) };
    api.answer = () => page([long, ...bad, { id: 'good', external_id: 'g', name: `a\0${'b'.repeat(300)}` }]);
    const job = await importReaches(service, (await start()).jobId, user(), 'done');
    expect(job).toMatchObject({ created: 1, skipped: 0, failed: 111 });
    expect(job.errors).toHaveLength(100);
    expect(job.errors.slice(0, 2)).toEqual([
      { ref: 'long', reason: 'Its user id is longer than 256 characters.' },
      { ref: 'bad_0', reason: 'Its e-mail address is not valid.' },
    ]);
    expect((await byUserId('g')).name).toBe(`a${'b'.repeat(255)}`);
  });

  it.each([
    ['http://169.254.169.254/latest', 'is not an address on the public internet'],
    ['http://[::1]:8080', 'is not an address on the public internet'],
    ['http://10.0.0.1', 'is not an address on the public internet'],
    ['http://2130706433:22', 'Port 22 is not open'],
    ['https://user:pass@api.intercom.io', 'carries a user name or password'],
    ['ftp://api.intercom.io', 'neither http nor https'],
    ['api.intercom.io', 'must be a URL'],
    ['https://api.intercom.io?x=1', 'neither a query nor a fragment'],
  ])('refuses the endpoint %s with 400', async (endpoint, message) => {
    await expect(
      service.imports.startIntercomImport({ endpoint, apiKey: 'k' }, user()),
    ).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'endpoint', message: expect.stringContaining(message) }],
    });
    const rows = await service.db.query('SELECT id FROM contact_import WHERE project_id = $1', [project.id]);
    expect(rows).toEqual([]);
  });

  it('shows no job to another project, and none that is unknown: 404 import_job_not_found', async () => {
    api.answer = () => page([]);
    const { jobId } = await start();
    for (const [id, context] of [
      [jobId, service.project().as('admin')],
      ['0123456789abcdef01234567', user()],
    ] as const) {
      await expect(importJob(service, id, context)).rejects.toMatchObject({
        kind: 'notFound',
        reason: 'IMPORT_JOB_NOT_FOUND',
      });
    }
    expect(await importReaches(service, jobId, user(), 'done')).toMatchObject({ created: 0, errors: [] });
  });

  it('keeps the key sealed while it runs and forgets it afterwards', async () => {
    api.answer = () => page([{ id: '1', external_id: 'u' }]);
    const { jobId } = await start();
    const read = async () =>
      (
        await service.db.query<{ access: string | null; row: string }>(
          'SELECT access, i::text AS row FROM contact_import i WHERE id = $1',
          [jobId],
        )
      )[0];
    expect((await read())?.row).not.toContain('ic_key');
    const job = await importReaches(service, jobId, user(), 'done');
    expect(JSON.stringify(job)).not.toContain('ic_key');
    expect(await read()).toMatchObject({ access: null });
  });
});

describe('an import from HubSpot', () => {
  const start = (context = user()) => service.imports.startHubspotImport({ apiKey: 'pat-1' }, context);

  it('pages by cursor with properties and associations, and reads the names of companies at once', async () => {
    api.answer = ({ path, query, body }) => {
      if (path === '/hubspot/crm/v3/objects/companies/batch/read') {
        expect(body).toEqual({ properties: ['name'], inputs: [{ id: '77' }] });
        return {
          status: 207,
          json: { status: 'COMPLETE', results: [{ id: '77', properties: { name: 'Acme' } }] },
        };
      }
      const contact = (id: string, properties: object, company?: string) => ({
        id,
        properties,
        archived: false,
        ...(company && {
          associations: { companies: { results: [{ id: company, type: 'contact_to_company' }] } },
        }),
      });
      if (query['after'] === '101') {
        return { json: { results: [contact('3', { email: 'c@example.com', hs_email_optout: 'true' })] } };
      }
      return {
        json: {
          results: [
            contact(
              '1',
              {
                email: 'A@Example.com',
                firstname: 'Ada',
                lastname: 'Lovelace',
                phone: null,
                mobilephone: '+44',
                company: 'Text',
                city: 'London',
                country: 'UK',
                jobtitle: 'Analyst',
                hs_language: 'en',
              },
              '77',
            ),
            contact('2', { email: '', firstname: 'No', lastname: 'Address' }),
          ],
          paging: { next: { after: '101', link: 'https://api.hubapi.com/…' } },
        },
      };
    };
    const job = await importReaches(service, (await start()).jobId, user(), 'done', 'failed');
    expect(job).toMatchObject({ status: 'done', platform: 'hubspot', created: 2, skipped: 1 });
    const pages = asked('/hubspot/crm/v3/objects/contacts');
    expect(pages.map(({ query }) => [query['limit'], query['after'], query['associations']])).toEqual([
      ['100', undefined, 'companies'],
      ['100', '101', 'companies'],
    ]);
    expect(pages[0]?.query['properties']?.split(',')).toContain('hs_email_optout');
    expect(new Set(api.requests.map(({ headers }) => headers['authorization']))).toEqual(
      new Set(['Bearer pat-1']),
    );
    expect((await byEmail('a@example.com'))[0]).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+44',
      lang: 'en',
      companyId: '77',
      companyName: 'Acme',
      location: { country: 'UK', city: 'London' },
      customData: { jobtitle: 'Analyst' },
    });
    expect((await byEmail('c@example.com'))[0]).toMatchObject({ unsubscribed: true });
  });
});

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
              { id: 5, name: 'Acme', external_id: 'acme' },
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
    expect(asked('/zendesk/acme/api/v2/users.json').map(({ query }) => query)).toEqual([
      { 'page[size]': '100', role: 'end-user' },
      { 'page[size]': '100', role: 'end-user', 'page[after]': 'c2' },
    ]);
    expect(api.requests[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('agent@customer.example/token:zt').toString('base64')}`,
    );
    expect(await byUserId('user-1')).toMatchObject({
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
    expect((await byEmail('b@example.com'))[0]).toMatchObject({ companyId: '6', blocked: true });
  });

  it('unites tags, and leaves them alone when an agent without SESSION_TAGS_UPDATE started it', async () => {
    api.answer = ({ path }) =>
      path.endsWith('users.json')
        ? { json: { users: [{ ...ada, organization_id: null }], ...end } }
        : { status: 404, json: {} };
    await service.contacts.createContact({ contact: { userId: 'user-1', tags: ['own'] } }, user());
    await importReaches(service, (await start(project.as('agent'))).jobId, user(), 'done');
    expect((await byUserId('user-1')).tags).toEqual(['own']);
    await importReaches(service, (await start()).jobId, user(), 'done');
    expect((await byUserId('user-1')).tags).toEqual(['own', 'vip', 'beta']);
  });
});
