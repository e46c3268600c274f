import { companyClients, type CompanyClients, putCompany } from './support/companies';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let companies: CompanyClients['companies'];
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
  ({ companies } = companyClients(service));
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  service.neighbours.tickets = 'serves';
  await putCompany(companyClients(service), 'acme', { name: 'Acme' }, { context: by() });
});

const by = () => project.as('agent');
const create = async (contact: object = {}) =>
  requireContact(await service.contacts.createContact({ contact }, by()));
const update = (sessionId: string, contact: object, nulls: string[] = []) =>
  service.contacts.updateContact({ sessionId, contact, nulls }, by());
const add = (sessionId: string) => companies.addCompanyMember({ companyId: 'acme', sessionId }, by());
/** What tickets were told of a contact before the calls were answered. */
const told = (id: string) =>
  service.neighbours.learned
    .filter((contact) => contact.id === id)
    .map(({ companyId, version }) => [companyId, version]);

describe('tickets learn of the company of a contact before the caller is answered', () => {
  it('when it is added to one, moved by an update or an upsert, and removed', async () => {
    const { id } = await create({ userId: 'u' });
    expect(told(id)).toEqual([]);
    await add(id);
    expect(told(id)).toEqual([['acme', 2]]);
    await update(id, { companyId: 'beta' });
    await create({ userId: 'u', companyId: 'gamma' });
    await companies.removeCompanyMember({ companyId: 'gamma', sessionId: id }, by());
    await update(id, { companyId: 'acme' });
    await update(id, {}, ['companyId']);
    expect(told(id)).toEqual([
      ['acme', 2],
      ['beta', 3],
      ['gamma', 4],
      [undefined, 5],
      ['acme', 6],
      [undefined, 7],
    ]);
  });

  it('and of nothing else: no new contact, no other field, no company that stays', async () => {
    const { id } = await create({ userId: 'u', companyId: 'acme' });
    await add(id);
    await update(id, { name: 'Ada', companyId: 'acme' });
    await create({ userId: 'u', name: 'Grace' });
    expect(told(id)).toEqual([]);
  });

  it.each(['away', 'hangs'] as const)(
    'unless they are %s: then the event alone tells them',
    async (state) => {
      const { id } = await create();
      service.neighbours.tickets = state;
      expect(requireContact(await add(id)).companyId).toBe('acme');
      expect(told(id)).toEqual([]);
      expect((await service.events(id)).at(-1)).toMatchObject({
        subject: 'contacts.v1.contact.updated',
        payload: { reference: { companyId: 'acme', version: 2 } },
      });
    },
  );
});

it('tickets learn that a contact is blocked, and that it no longer is, before the caller is answered', async () => {
  const { id } = await create({ userId: 'b' });
  await update(id, { blocked: true });
  await update(id, { name: 'Ada' });
  await create({ userId: 'b', blocked: false });
  const learned = service.neighbours.learned.filter((contact) => contact.id === id);
  expect(learned.map(({ blocked, version }) => [blocked, version])).toEqual([
    [true, 2],
    [false, 4],
  ]);
});
