import type { DomainEvent } from '@parley/events';
import { newId } from '@parley/persistence';
import { onHeardFrom } from '../src/events/on-heard-from';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let project: TestProject;
let contactId: string;
const email = 'mia@customer.example';
const at = '2026-11-20T10:00:00.000Z';
const reason = 'The mailbox does not exist.';

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  contactId = await create({ email });
});

const create = async (contact: object): Promise<string> =>
  requireContact(await service.contacts.createContact({ contact }, project.as('admin'))).id;

const event = (name: string, payload: object, id = contactId): DomainEvent<object> => ({
  id: newId(),
  subject: `tickets.v1.contact.${name}`,
  projectId: project.id,
  aggregateId: id,
  payload: { contactId: id, at, ...payload },
  headers: {},
  createdAt: new Date(),
});
const bounced = (id = contactId) => event('bounced', { email, reason }, id);
const handle = (...events: DomainEvent<object>[]) => service.db.transaction((tx) => onHeardFrom(events, tx));
const read = async (id = contactId) =>
  requireContact(await service.contacts.getContact({ sessionId: id }, project.as('agent')));

describe('emailBounced', () => {
  it('says since when and why mails to the address come back, with an event of the contact', async () => {
    const before = await read();
    const events = await service.db.transaction(async (tx) => {
      await onHeardFrom([bounced()], tx);
      return tx.query<{ payload: object }>(
        `SELECT payload FROM outbox_event WHERE aggregate_id = $1 ORDER BY seq DESC LIMIT 1`,
        [contactId],
      );
    });
    expect(events).toMatchObject([{ payload: { contact: { emailBounced: { at, reason } } } }]);
    expect(before.emailBounced).toBeUndefined();
    expect((await read()).emailBounced).toEqual({ at, reason });
    // That a mail came back is no sign of life.
    expect((await read()).lastHeardFrom).toEqual(before.lastHeardFrom);
  });

  it('ends with the next mail of the contact, and with no other message', async () => {
    await handle(bounced(), event('heard_from', {}));
    expect((await read()).emailBounced).toEqual({ at, reason });
    await handle(event('heard_from', { byMail: true }));
    expect((await read()).emailBounced).toBeUndefined();
    await handle(event('heard_from', { byMail: true }), bounced());
    expect((await read()).emailBounced).toEqual({ at, reason });
  });

  it('is about one address: another one that the contact has by now, or gets, is not concerned', async () => {
    await handle(bounced());
    await service.contacts.updateContact(
      { sessionId: contactId, contact: { name: 'Mia' } },
      project.as('admin'),
    );
    expect((await read()).emailBounced).toEqual({ at, reason });
    const other = 'mia@other.example';
    await service.contacts.updateContact(
      { sessionId: contactId, contact: { email: other } },
      project.as('admin'),
    );
    expect((await read()).emailBounced).toBeUndefined();
    await handle(bounced());
    expect((await read()).emailBounced).toBeUndefined();
  });

  it('stays in its project', async () => {
    const shop = project;
    project = service.project();
    await handle(bounced());
    project = shop;
    expect((await read()).emailBounced).toBeUndefined();
  });
});
