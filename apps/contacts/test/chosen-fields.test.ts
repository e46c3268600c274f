import { requireContact, startContacts, type TestContacts } from './support/contacts';

let service: TestContacts;
beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());

describe('chosen fields of contacts', () => {
  it('ask the workspace for no secret unless the signature is one of them', async () => {
    const project = service.project();
    const created = await service.contacts.createContact(
      { contact: { name: 'Ada', userId: 'u1', email: 'ada@example.com' } },
      project.as('agent'),
    );
    const { id } = requireContact(created);
    const admin = project.as('admin');
    const asked = service.neighbours.settingsAsked(project.id);
    const fields = ['id', 'name', 'emailOnly'];
    const expected = expect.objectContaining({ id, name: 'Ada', emailOnly: false, email: undefined });
    const one = await service.contacts.getContact({ sessionId: id, fields }, admin);
    expect(one.contact).toEqual(expected);
    const { contacts } = await service.contacts.listContacts({ fields }, admin);
    expect(contacts).toEqual([expected]);
    expect(service.neighbours.settingsAsked(project.id)).toBe(asked);
    const signed = await service.contacts.getContact({ sessionId: id, fields: ['svcHash'] }, admin);
    expect(signed.contact?.svcHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are those of contacts: with type=organisations they are refused', async () => {
    await expect(
      service.contacts.listContacts({ type: 'organisations', fields: ['id'] }, service.project().as('agent')),
    ).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });
});
