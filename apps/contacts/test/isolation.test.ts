import type { CallContext } from '@parley/rpc';
import { requireContact, startContacts, type TestContacts } from './support/contacts';

let service: TestContacts;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());

describe('another project', () => {
  let id: string;
  let own: CallContext;
  let foreign: CallContext;

  beforeAll(async () => {
    const [project, other] = [service.project(), service.project()];
    [own, foreign] = [project.as('admin'), other.as('admin')];
    const contact = {
      userId: 'u',
      email: 'a@example.com',
      name: 'Ada',
      companyId: 'acme',
      companyName: 'Acme',
    };
    ({ id } = requireContact(await service.contacts.createContact({ contact }, own)));
  });

  afterEach(async () => {
    const { contact } = await service.contacts.getContact({ sessionId: id }, own);
    expect(contact).toMatchObject({ name: 'Ada', email: 'a@example.com', companyName: 'Acme' });
    expect(await service.events(id)).toHaveLength(1);
  });

  it.each([
    ['GetContact', () => service.contacts.getContact({ sessionId: id }, foreign)],
    ['GetContactByUserId', () => service.contacts.getContactByUserId({ userId: 'u' }, foreign)],
    [
      'UpdateContact',
      () => service.contacts.updateContact({ sessionId: id, contact: { name: 'Taken' } }, foreign),
    ],
    ['DeleteContact', () => service.contacts.deleteContact({ sessionId: id }, foreign)],
  ])('gets 404 session_not_found from %s', async (_rpc, call) => {
    await expect(call()).rejects.toMatchObject({ kind: 'notFound', reason: 'SESSION_NOT_FOUND' });
    expect(service.neighbours.purged).toEqual([]);
  });

  it.each([
    ['ListContacts', () => service.contacts.listContacts({}, foreign)],
    ['ListContacts of companies', () => service.contacts.listContacts({ type: 'organisations' }, foreign)],
    ['SearchContacts', () => service.contacts.searchContacts({ searchTerm: 'ada' }, foreign)],
    ['GetContactReferences', () => service.directory.getContactReferences({ ids: [id] }, foreign)],
  ])('sees nothing in %s', async (_rpc, call) => {
    const answer: object = await call();
    expect(Object.values(answer).flat()).toEqual([]);
  });

  it('gets a contact and a company of its own from CreateContact and EnsureContactByEmail', async () => {
    const created = requireContact(
      await service.contacts.createContact(
        { contact: { userId: 'u', name: 'Own', companyId: 'acme', companyName: 'Other' } },
        foreign,
      ),
    );
    expect(created.id).not.toBe(id);
    expect(created.companyName).toBe('Other');
    const ensured = await service.directory.ensureContactByEmail({ email: 'a@example.com' }, foreign);
    expect(ensured).toMatchObject({ created: true });
    expect(ensured.contact?.id).not.toBe(id);
  });
});
