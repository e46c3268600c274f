import { eventually } from '@parley/testing';
import { type CompanyClients, companyClients, keepEvents, putCompany } from './support/companies';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let clients: CompanyClients;
let project: TestProject;
let events: Awaited<ReturnType<typeof keepEvents>>;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  service = await startContacts({ clock: () => new Date(Date.now() + ahead) });
  clients = companyClients(service);
  events = await keepEvents(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  ahead = 0;
  project = service.project();
  await rename('Acme');
});

const rename = (name: string, companyId = 'acme') =>
  putCompany(clients, companyId, { name }, { context: project.as('agent') });
const create = async (contact: object) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const get = async (sessionId: string) =>
  requireContact(await service.contacts.getContact({ sessionId }, project.as('user')));
const found = async (searchTerm: string) =>
  (await service.contacts.searchContacts({ searchTerm }, project.as('user'))).sessions.map(({ id }) => id);
/** Adds many members at once. */
const seed = (count: number, name = 'Acme') =>
  service.db.query(
    `INSERT INTO contact (project_id, id, organisation_id, svc_id, company_id, company_name, tags, first_activity,
       last_activity, sessions, unsubscribed, blocked, created_at, updated_at, version, search_text)
     SELECT $1, lpad(to_hex(n), 24, '0'), $2, $1 || n, 'acme', $4, '{}', now(), now() - n % 7 * interval '1 minute', 0,
            false, false, now(), now(), 1, '' FROM generate_series(1, $3::int) n`,
    [project.id, project.organisationId, count, name],
  );
/** How many members have which name. */
const names = () =>
  service.db.query(
    `SELECT company_name AS name, count(*) AS n FROM contact WHERE project_id = $1 AND company_id = 'acme' GROUP BY 1`,
    [project.id],
  );
const pending = () =>
  service.db.query(`SELECT FROM job WHERE name = 'company names' AND project_id = $1`, [project.id]);
/** A renaming that a process has left, with an end to its lease in a time. */
const leave = (time: string) =>
  service.db.query(
    `INSERT INTO job (name, project_id, key, payload, status, due_at, taken_until, claim, created_at)
     VALUES ('company names', $1, 'acme', '{}', 'taken', now(), now() + $2::interval, 1, now())`,
    [project.id, time],
  );

describe('a new name of a company', () => {
  it('is the companyName of its contacts, found by search and told by events', async () => {
    const ada = await create({ name: 'Ada', companyId: 'acme' });
    const other = await create({ name: 'Lin', companyId: 'beta', companyName: 'Acme' });
    await rename('Globex');
    expect(await get(ada.id)).toMatchObject({ companyName: 'Globex', name: 'Ada' });
    expect(await found('globex')).toEqual([ada.id]);
    expect(await found('acme')).toEqual([other.id]);
    expect((await events(ada.id)).at(-1)).toMatchObject({
      subject: 'contacts.v1.contact.updated',
      payload: { contact: { companyName: 'Globex' }, reference: { version: 2 } },
    });
    expect(await pending()).toEqual([]);
    expect((await get(other.id)).companyName).toBe('Acme');
  });

  it('clears the companyName when the company loses its name', async () => {
    const ada = await create({ companyId: 'acme' });
    await putCompany(clients, 'acme', {}, { nulls: ['name'], context: project.as('agent') });
    expect((await get(ada.id)).companyName).toBeUndefined();
  });

  it('leaves contacts alone when something else of the company changes', async () => {
    const ada = await create({ companyId: 'acme' });
    await putCompany(clients, 'acme', { plan: 'pro' }, { context: project.as('agent') });
    expect(await get(ada.id)).toEqual(ada);
    expect(await pending()).toEqual([]);
  });

  it('reaches each of 1,234 members once, whatever their activity', async () => {
    await seed(1_234);
    await rename('Globex');
    await eventually(async () => expect(await pending()).toEqual([]));
    expect(await names()).toEqual([{ name: 'Globex', n: 1_234 }]);
    const versions = await service.db.query('SELECT DISTINCT version FROM contact WHERE project_id = $1', [
      project.id,
    ]);
    expect(versions).toEqual([{ version: 2 }]);
  });

  it('is the last of three that follow each other at once', async () => {
    await seed(300);
    await Promise.all([rename('One'), rename('Two'), rename('Three')]);
    const { company } = await clients.companies.getCompany({ companyId: 'acme' }, project.as('agent'));
    await eventually(async () => expect(await pending()).toEqual([]));
    expect(await names()).toEqual([{ name: company?.name, n: 300 }]);
  });

  it('is carried on by another process when the one that began it died half-way', async () => {
    await seed(200, 'Globex');
    await service.db.query(
      `UPDATE contact SET company_name = 'Acme' WHERE project_id = $1 AND id > lpad(to_hex(100), 24, '0')`,
      [project.id],
    );
    await leave('10 seconds');
    await service.db.query(`UPDATE company SET name = 'Globex' WHERE project_id = $1`, [project.id]);
    ahead = 11_000;
    await eventually(async () => expect(await pending()).toEqual([]));
    expect(await names()).toEqual([{ name: 'Globex', n: 200 }]);
    const changed = await service.db.query(
      'SELECT count(*) AS n FROM contact WHERE project_id = $1 AND version > 1',
      [project.id],
    );
    expect(changed).toEqual([{ n: 100 }]);
  });

  it('misses no contact of 40 that join while it changes 20 times', async () => {
    const joining = Array.from({ length: 40 }, (_, index) =>
      create({ userId: `u${index}`, companyId: 'acme' }),
    );
    const renaming = Array.from({ length: 20 }, (_, index) => rename(`Name ${index}`));
    await Promise.all([...joining, ...renaming]);
    await eventually(async () => expect(await pending()).toEqual([]));
    const { company } = await clients.companies.getCompany({ companyId: 'acme' }, project.as('agent'));
    expect(await names()).toEqual([{ name: company?.name, n: 40 }]);
  });

  it('reaches contacts that named the company before it was created anew', async () => {
    const ada = await create({ companyId: 'acme' });
    await clients.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
    await rename('Reborn');
    await eventually(async () => expect((await get(ada.id)).companyName).toBe('Reborn'));
  });

  it('ends with the company', async () => {
    await seed(120);
    await leave('0 seconds');
    await clients.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
    await eventually(async () => expect(await pending()).toEqual([]));
    expect(await names()).toEqual([{ name: 'Acme', n: 120 }]);
  });
});
