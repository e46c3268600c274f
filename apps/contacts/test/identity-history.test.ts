import { newId } from '@parley/persistence';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';
import { bySession, proven } from './support/widget';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const history = async (sessionId: string, on = project) =>
  (await service.lifecycle.getIdentityHistory({ sessionId }, on.as('agent'))).history;

describe('GetIdentityHistory', () => {
  it('answers changes of email, name and userId with who made them, the newest first', async () => {
    const { id, svcId } = await create({ name: 'A', phone: '1' });
    await service.contacts.updateContact(
      { sessionId: id, contact: { email: 'a@example.com', phone: '2' } },
      project.as('agent'),
    );
    const orders = project.by({ actor: { type: 'service', id: USER_ID, name: 'Orders' }, role: 'user' });
    await service.contacts.updateContact({ sessionId: id, contact: { phone: '3' }, nulls: ['name'] }, orders);
    await service.widget.identifySession(proven(project, 'u'), bySession(project, { svcId }));
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await history(id)).toEqual([
      { at, changes: { userId: { to: 'u' } }, by: { source: 'widget', method: 'identify' } },
      {
        at,
        changes: { name: { from: 'A' } },
        by: { source: 'service', method: 'update', userId: USER_ID },
      },
      {
        at,
        changes: { email: { to: 'a@example.com' } },
        by: { source: 'dashboard', method: 'update', userId: USER_ID, userEmail: 'agent@example.com' },
      },
    ]);
  });

  it('answers the newest 100 only', async () => {
    const { id } = await create({});
    await service.db.query(
      `INSERT INTO identity_history (project_id, contact_id, id, at, changes, "by")
       SELECT $1, $2, lpad(n::text, 24, '0'), now(), jsonb_build_object('name', jsonb_build_object('to', n::text)),
              '{"source": "dashboard", "method": "update"}' FROM generate_series(1, 101) n`,
      [project.id, id],
    );
    const names = (await history(id)).map(({ changes }) => changes?.name?.to);
    expect(names).toHaveLength(100);
    expect([names[0], names.at(-1)]).toEqual(['101', '2']);
  });

  it('is empty for a contact whose identity never changed, and no part of its document', async () => {
    const contact = await create({ name: 'A' });
    expect(await history(contact.id)).toEqual([]);
    expect(Object.keys(contact)).not.toContain('history');
  });

  it('answers 404 session_not_found for an unknown contact and for another project’s', async () => {
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    await expect(history(newId())).rejects.toMatchObject(missing);
    const { id } = await create({});
    await expect(history(id, service.project())).rejects.toMatchObject(missing);
  });
});
