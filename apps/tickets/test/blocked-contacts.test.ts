import { newId } from '@parley/persistence';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { createClient, createLocalCaller } from '@parley/rpc';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { quiet } from './support/neighbours';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address, session, listMessages, tickets, answered } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('blocked_contacts');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address, session, listMessages, tickets, answered } = correspond(service));
});

let version = 1;
/** Blocks a contact as its service does, which tells of it at once. */
const setBlocked = async (id: string, blocked: boolean, email = address) => {
  version += 1;
  const contact = service.neighbours.addContact(caller.projectId, { id, email, blocked, version });
  const caches = createClient(
    CompanyStampServiceDefinition,
    createLocalCaller(service.module.implementations, quiet),
  );
  await caches.learnContactCompany({ contact }, caller.context);
};
const speak = (ticket: string) =>
  service.messages.createMessage({ ticket, comment: 'me again', session }, caller.context);
const blocked = { kind: 'forbidden', reason: 'CONTACT_BLOCKED' };
const ignored = { status: 'ignored', ticket: undefined, message: undefined, reason: 'blocked' };

describe('A blocked contact', () => {
  it('cannot have a message recorded for it: 403 contact_blocked, until it is unblocked', async () => {
    const id = await talk.createTicket({ session });
    await setBlocked(session, true);
    await expect(speak(id)).rejects.toMatchObject(blocked);
    expect(await listMessages(id)).toEqual([]);
    await setBlocked(session, false);
    await speak(id);
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('is refused in a ticket of somebody else, also when nothing was known of it before', async () => {
    const id = await talk.createTicket({ title: 'other' });
    const stranger = service.neighbours.addContact(caller.projectId, { blocked: true });
    const message = { ticket: id, comment: 'x', session: stranger.id };
    await expect(service.messages.createMessage(message, caller.context)).rejects.toMatchObject(blocked);
  });

  it.each([
    '=?utf-8?q?Lin_M=C3=BCller?= <lin@Müller.example>',
    'Lin@Müller.example',
    'LIN@MÜLLER.EXAMPLE.',
    'lin@XN--Mller-KVA.example.',
  ])('is known by its address as %s', async (from) => {
    const email = 'lin@xn--mller-kva.example';
    const { id } = service.neighbours.addContact(caller.projectId, { email });
    await setBlocked(id, true, email);
    expect(await receive({ from, to: 'support@shop.example', text: 'anew' })).toEqual(ignored);
    expect(await tickets()).toEqual([]);
  });

  it('still gets what the team writes', async () => {
    const id = await talk.createTicket({ session });
    await setBlocked(session, true);
    await talk.say(id, 'We have closed this.');
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('cannot write by mail, in answer to one or anew: the mail is ignored and no file of it stays', async () => {
    const { id, mail } = await answered();
    await setBlocked(session, true);
    expect(await receive({ from: address, to: readReplyTo(mail), text: 'answer' })).toEqual(ignored);
    expect(await receive({ from: address, to: 'support@shop.example', text: 'anew' })).toEqual(ignored);
    const automatic = { headers: { 'Auto-Submitted': 'auto-replied' } };
    expect(await receive({ from: address, to: readReplyTo(mail), text: 'on holiday', ...automatic })).toEqual(
      ignored,
    );
    expect(await listMessages(id)).toHaveLength(1);
    expect(await tickets()).toHaveLength(1);
    await setBlocked(session, false);
    expect(await receive({ from: address, to: readReplyTo(mail), text: 'answer' })).toMatchObject({
      status: 'appended',
    });
  });

  it('is asked for anew when a release before this one kept it without that', async () => {
    const known = service.neighbours.addContact(caller.projectId, { blocked: true });
    await service.db.query(`INSERT INTO contact_reference (project_id, id, version) VALUES ($1, $2, 1)`, [
      caller.projectId,
      known.id,
    ]);
    const id = await talk.createTicket({ title: newId() });
    const message = { ticket: id, comment: 'x', session: known.id };
    await expect(service.messages.createMessage(message, caller.context)).rejects.toMatchObject(blocked);
  });
});
