import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { type CompanyClients, companyClients, putCompany } from './support/companies';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';

let service: TestContacts;
let clients: CompanyClients;
let project: TestProject;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  service = await startContacts({ clock: () => new Date(Date.now() + ahead) });
  clients = companyClients(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  ahead = 0;
  project = service.project();
  await putCompany(clients, 'acme', { name: 'Acme' }, { context: project.as('agent') });
});
afterEach(() => {
  service.neighbours.tickets = 'serves';
});

const create = async (contact: object = {}) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const members = async (request: object = {}) =>
  (await clients.companies.listCompanyMembers({ companyId: 'acme', ...request }, project.as('agent')))
    .members;
const add = (sessionId: string, request: object = {}, context = project.as('agent')) =>
  clients.companies.addCompanyMember({ companyId: 'acme', sessionId, ...request }, context);
const remove = (sessionId: string, companyId = 'acme', context = project.as('agent')) =>
  clients.companies.removeCompanyMember({ companyId, sessionId }, context);
const stamps = (id: string) =>
  service.neighbours.stamped
    .filter(({ contactId }) => contactId === id)
    .map(({ companyId, actor, projectId }) => ({ companyId, actor, projectId }));
const moves = (id: string) =>
  service.db.query(
    `SELECT payload ->> 'companyId' AS company FROM job WHERE name = 'company tickets' AND key = $1`,
    [id],
  );
const noCompany = { kind: 'notFound', reason: 'COMPANY_NOT_FOUND' };
const noSession = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };

describe('ListCompanyMembers', () => {
  it('answers the most recently active first, with 6 fields only', async () => {
    const full = {
      companyId: 'acme',
      name: 'Ada',
      email: 'a@b.c',
      userId: 'u',
      avatar: 'https://x.y/a',
      phone: '1',
    };
    const ada = await create(full);
    const lin = await create({ companyId: 'acme' });
    await create({ companyId: 'other' });
    await create({});
    await service.db.query(
      `UPDATE contact SET last_activity = last_activity + interval '1 hour' WHERE id = $1`,
      [ada.id],
    );
    const [first, second, ...more] = await members();
    expect(first).toEqual({
      _id: ada.id,
      name: 'Ada',
      email: 'a@b.c',
      userId: 'u',
      avatar: 'https://x.y/a',
      lastActivity: expect.stringMatching(/Z$/),
    });
    expect(second).toEqual({ _id: lin.id, lastActivity: lin.lastActivity });
    expect(more).toEqual([]);
    await service.contacts.deleteContact({ sessionId: ada.id }, project.as('admin'));
    expect((await members()).map(({ _id }) => _id)).toEqual([lin.id]);
  });

  it('has 50 by default and at most 200', async () => {
    await service.db.query(
      `INSERT INTO contact (project_id, id, organisation_id, svc_id, company_id, tags, first_activity, last_activity,
         sessions, unsubscribed, blocked, created_at, updated_at, version, search_text)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $1 || n, 'acme', '{}', now(), now(), 0, false, false, now(), now(), 1, ''
         FROM generate_series(1, 205) n`,
      [project.id],
    );
    expect(await members()).toHaveLength(50);
    expect(await members({ limit: 201 })).toHaveLength(200);
    expect(await members({ skip: 204 })).toHaveLength(1);
    await expect(members({ skip: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('answers 404 company_not_found for an unknown company', async () => {
    await expect(members({ companyId: 'nobody' })).rejects.toMatchObject(noCompany);
  });
});

describe('AddCompanyMember', () => {
  it('links a contact, which takes the name of the company and leaves the one it had', async () => {
    const ada = await create({ companyId: 'beta', companyName: 'Beta' });
    const linked = requireContact(await add(ada.id));
    expect(linked).toMatchObject({ id: ada.id, companyId: 'acme', companyName: 'Acme' });
    expect(linked.svcHash).toBeUndefined();
    expect((await members()).map(({ _id }) => _id)).toEqual([ada.id]);
    expect(await members({ companyId: 'beta' })).toEqual([]);
    const last = (await service.events(ada.id)).at(-1);
    expect(last).toMatchObject({
      subject: 'contacts.v1.contact.updated',
      payload: { contact: { companyId: 'acme' }, reference: { companyId: 'acme', version: 2 } },
    });
    const again = requireContact(await add(ada.id, {}, project.as('admin')));
    expect(again).toMatchObject({ updatedAt: linked.updatedAt, svcHash: expect.any(String) });
    expect(await service.events(ada.id)).toHaveLength(2);
  });

  it('moves no tickets unless asked to', async () => {
    const ada = await create();
    await add(ada.id);
    await add(ada.id, { migrateTickets: false });
    expect(stamps(ada.id)).toEqual([]);
    await add(ada.id, { migrateTickets: true });
    expect(stamps(ada.id)).toEqual([{ companyId: 'acme', actor: 'user', projectId: project.id }]);
    expect(await moves(ada.id)).toEqual([]);
  });

  it('answers 404 company_not_found for an unknown company, session_not_found for an unknown contact', async () => {
    const ada = await create();
    await expect(add(ada.id, { companyId: 'nobody' })).rejects.toMatchObject(noCompany);
    await expect(add(newId(), { companyId: 'nobody' })).rejects.toMatchObject(noCompany);
    await expect(add(newId())).rejects.toMatchObject(noSession);
    const foreign = requireContact(
      await service.contacts.createContact({ contact: {} }, service.project().as('user')),
    );
    await expect(add(foreign.id, { migrateTickets: true })).rejects.toMatchObject(noSession);
    expect(stamps(foreign.id)).toEqual([]);
    expect(
      (await clients.companies.listCompanies({}, project.as('agent'))).companies.map(
        ({ companyId }) => companyId,
      ),
    ).toEqual(['acme']);
  });

  it('answers success while the tickets service is away; a worker moves the tickets later', async () => {
    service.neighbours.tickets = 'away';
    const ada = await create();
    expect(requireContact(await add(ada.id, { migrateTickets: true })).companyId).toBe('acme');
    expect(await moves(ada.id)).toEqual([{ company: 'acme' }]);
    service.neighbours.tickets = 'serves';
    ahead = 6_000;
    await eventually(async () => expect(await moves(ada.id)).toEqual([]));
    expect(stamps(ada.id)).toEqual([{ companyId: 'acme', actor: 'user', projectId: project.id }]);
  });

  it('is done by a process of this release when one of the former release left it', async () => {
    const ada = await create();
    await add(ada.id);
    await service.db.query(
      `INSERT INTO company_ticket_move (project_id, contact_id, organisation_id, company_id, revision, due_at)
       VALUES ($1, $2, $3, 'acme', 1, now() + interval '60 seconds')`,
      [project.id, ada.id, project.organisationId],
    );
    const replica = service.replica();
    await replica.start();
    await eventually(async () => expect(stamps(ada.id)).toHaveLength(1));
    await eventually(async () => expect(await moves(ada.id)).toEqual([]));
    await replica.stop();
  });

  it('moves the tickets to the company of the latest call when two follow each other', async () => {
    await putCompany(clients, 'beta', { name: 'Beta' }, { context: project.as('agent') });
    const ada = await create();
    service.neighbours.tickets = 'away';
    await add(ada.id, { migrateTickets: true });
    await add(ada.id, { companyId: 'beta', migrateTickets: true });
    expect(await moves(ada.id)).toEqual([{ company: 'beta' }]);
    service.neighbours.tickets = 'serves';
    ahead = 61_000;
    await eventually(async () => expect(await moves(ada.id)).toEqual([]));
    expect(stamps(ada.id).map(({ companyId }) => companyId)).toEqual(['beta']);
  });

  it('leaves no trace of a contact that is deleted while its tickets wait to be moved', async () => {
    const ada = await create();
    service.neighbours.tickets = 'away';
    await add(ada.id, { migrateTickets: true });
    service.neighbours.tickets = 'serves';
    await service.contacts.deleteContact({ sessionId: ada.id }, project.as('admin'));
    expect(await service.traces(ada.id)).toBe(0);
  });
});

describe('RemoveCompanyMember', () => {
  it('clears the link, and the name goes with it', async () => {
    const ada = await create({ companyId: 'acme' });
    const context = project.by({ actor: { type: 'service', id: USER_ID, name: 'CRM' }, role: 'user' });
    expect(requireContact(await remove(ada.id, 'acme', context))).toMatchObject({
      id: ada.id,
      companyId: undefined,
      companyName: undefined,
    });
    expect(await members()).toEqual([]);
    await expect(remove(ada.id)).rejects.toMatchObject(noSession);
  });

  it('answers 404 for a contact of another company, an unknown one, and an unknown company', async () => {
    const ada = await create({ companyId: 'beta', companyName: 'Beta' });
    await expect(remove(ada.id)).rejects.toMatchObject(noSession);
    await expect(remove(newId())).rejects.toMatchObject(noSession);
    await expect(remove(ada.id, 'nobody')).rejects.toMatchObject(noCompany);
    const kept = requireContact(await service.contacts.getContact({ sessionId: ada.id }, project.as('user')));
    expect(kept.companyId).toBe('beta');
  });

  it('clears the link with a company that was deleted', async () => {
    const ada = await create({ companyId: 'acme' });
    await clients.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
    expect(requireContact(await remove(ada.id)).companyId).toBeUndefined();
  });
});
