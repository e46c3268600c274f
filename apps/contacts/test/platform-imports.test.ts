import { requireContact, type TestContacts } from './support/contacts';
import type { FakeApi } from './support/fake-api';
import { importJob, importReaches } from './support/import-jobs';
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
      if (path === '/companies/c_1') {
        return {
          json: {
            type: 'company',
            id: 'c_1',
            company_id: 'acme',
            name: 'Acme',
            plan: { type: 'plan', id: '1', name: 'Enterprise' },
            monthly_spend: 155.5,
            size: 85,
            website: 'http://www.Acme.example/about',
            industry: null,
            custom_attributes: { region: 'eu', paid: true, list: ['a', 'b'], nested: { a: 1 } },
          },
        };
      }
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
    expect(its.asked('/contacts').map(({ query, headers }) => [query, headers['authorization']])).toEqual([
      [{ per_page: '150' }, 'Bearer ic_key'],
      [{ per_page: '150', starting_after: 'next==' }, 'Bearer ic_key'],
    ]);
    expect(await its.byUserId('user-1')).toMatchObject({
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
    expect(new Set(api.requests.map(({ headers }) => headers['intercom-version']))).toEqual(
      new Set(['2.11']),
    );
    expect(await its.company('acme')).toMatchObject({
      name: 'Acme',
      plan: 'Enterprise',
      value: 155.5,
      domain: 'acme.example',
      customData: {
        region: 'eu',
        paid: true,
        list: 'a, b',
        size: 85,
        website: 'http://www.Acme.example/about',
      },
    });
    const [lead] = await its.byEmail('lead@example.com');
    expect(lead).toMatchObject({
      emailOnly: true,
      unsubscribed: true,
      unsubscribeReason: 'Unsubscribed in Intercom',
    });
    expect((await its.byUserId('user-4')).companyId).toBeUndefined();
  });

  it('updates what is there: merges customData, keeps what the platform does not know, subscribes nobody', async () => {
    const known = requireContact(
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
    expect(await its.byUserId('user-1')).toMatchObject({
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
    expect((await its.byUserId('g')).name).toBe(`a${'b'.repeat(255)}`);
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
    const rows = await service.db.query('SELECT id FROM contact_import WHERE project_id = $1', [
      its.project.id,
    ]);
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
        expect(body).toMatchObject({ inputs: [{ id: '77' }] });
        const properties = {
          name: 'Acme',
          domain: 'Acme.example',
          annualrevenue: '1000000',
          industry: 'COMPUTER_SOFTWARE',
          numberofemployees: '12',
          city: 'London',
          zip: 'E1',
          state: null,
          createdate: '2026-01-01T00:00:00Z',
        };
        return { status: 207, json: { status: 'COMPLETE', results: [{ id: '77', properties }] } };
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
    const pages = its.asked('/hubspot/crm/v3/objects/contacts');
    expect(pages.map(({ query }) => [query['limit'], query['after'], query['associations']])).toEqual([
      ['100', undefined, 'companies'],
      ['100', '101', 'companies'],
    ]);
    expect(pages[0]?.query['properties']?.split(',')).toContain('hs_email_optout');
    expect(new Set(api.requests.map(({ headers }) => headers['authorization']))).toEqual(
      new Set(['Bearer pat-1']),
    );
    expect((await its.byEmail('a@example.com'))[0]).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+44',
      lang: 'en',
      companyId: '77',
      companyName: 'Acme',
      location: { country: 'UK', city: 'London' },
      customData: { jobtitle: 'Analyst' },
    });
    const [{ body } = { body: undefined }] = its.asked('/hubspot/crm/v3/objects/companies/batch/read');
    expect((body as { properties: string[] }).properties).toEqual(
      expect.arrayContaining(['name', 'domain', 'annualrevenue', 'industry', 'city']),
    );
    const acme = await its.company('77');
    expect(acme).toMatchObject({ name: 'Acme', domain: 'acme.example', value: 1_000_000 });
    expect(acme.address).toEqual({ city: 'London', zip: 'E1' });
    expect(acme.customData).toEqual({ industry: 'COMPUTER_SOFTWARE', numberofemployees: '12' });
    expect((await its.byEmail('c@example.com'))[0]).toMatchObject({ unsubscribed: true });
  });
});
