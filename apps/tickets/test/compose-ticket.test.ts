import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { callerIn, DOMAIN, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('compose_ticket');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const compose = async (request: object) => {
  const answer = await service.tickets.composeTicket(request, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const listMessages = async (ticketId: string) =>
  (
    await service.messages.findMessages(
      { filter: [{ field: 'ticket', operator: 'eq', values: [ticketId] }] },
      caller.context,
    )
  ).items;
const rows = async (table: string) =>
  service.db.query(`SELECT id FROM ${table} WHERE project_id = $1`, [caller.projectId]);

describe('ComposeTicket', () => {
  it("creates an INQUIRY with its first message as the caller's public reply", async () => {
    const contact = service.neighbours.addContact(caller.projectId, { email: 'c@example.com', sla: 10 });
    const ticket = await compose({
      ticket: { session: contact.id, title: 'Hello' },
      message: 'Can we help?',
    });
    expect(ticket).toMatchObject({
      type: 'INQUIRY',
      title: 'Hello',
      session: { id: contact.id },
      hasAgentReply: true,
      latestComment: 'Can we help?',
      latestPublicComment: 'Can we help?',
      sessionNotificationsUnread: true,
      bugId: 1,
    });
    expect(ticket.slaDueAt).toBeUndefined();
    expect(ticket.lastResponse?.admin).toBeDefined();
    expect(await listMessages(ticket.id)).toEqual([
      expect.objectContaining({
        plainContent: 'Can we help?',
        index: 1,
        type: 'TEXT',
        user: expect.objectContaining({ id: caller.userId }),
      }),
    ]);
    expect((await service.events(ticket.id)).map(({ subject }) => subject)).toEqual([
      'tickets.v1.ticket.created',
      'tickets.v1.message.created',
    ]);
  });

  it('prefers markdownComment to message and needs neither', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const ticket = { session: contact.id };
    expect((await compose({ ticket, message: 'plain', markdownComment: '**bold**' })).latestComment).toBe(
      'bold',
    );
    const bare = await compose({ ticket });
    expect(bare.latestComment).toBeUndefined();
    expect(await listMessages(bare.id)).toEqual([]);
  });

  it('creates the contact of an unknown email, finds a known one, and mails the first message to it', async () => {
    const first = await compose({
      email: 'new@example.com',
      name: 'Newcomer',
      ticket: { title: 'Welcome' },
      message: 'Hi',
    });
    expect(first.session).toMatchObject({ email: 'new@example.com', name: 'Newcomer' });
    const second = await compose({ email: 'new@example.com', message: 'Again' });
    expect(second.session?.id).toBe(first.session?.id);
    const mail = await eventually(() => {
      // Mails of two conversations leave in any order.
      const found = service.inbox.to('new@example.com').find(({ subject }) => subject === 'Welcome');
      if (!found) throw new Error('not yet');
      return found;
    });
    expect(mail.references).toContain(`<ticket.${first.id}@${DOMAIN}>`);
    expect(mail.inReplyTo).toBeUndefined();
  });

  it('lets session win over email', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { email: 'a@example.com' });
    const before = service.neighbours.calls['ensureContactByEmail'] ?? 0;
    expect((await compose({ email: 'b@example.com', ticket: { session: contact.id } })).session?.id).toBe(
      contact.id,
    );
    expect(service.neighbours.calls['ensureContactByEmail'] ?? 0).toBe(before);
  });

  it('answers 400 without session and email, and creates no contact for a request that is wrong', async () => {
    await expect(compose({ message: 'x' })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
    });
    const before = service.neighbours.calls['ensureContactByEmail'] ?? 0;
    for (const ticket of [{ processingUser: newId() }, { tags: [''] }]) {
      await expect(compose({ email: 'x@example.com', ticket })).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
      });
    }
    await expect(compose({ email: 'x@example.com', message: { type: 5 } })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(service.neighbours.calls['ensureContactByEmail'] ?? 0).toBe(before);
    expect(await rows('ticket')).toEqual([]);
  });

  it('refuses a message of more than 204,800 bytes with 413 and writes nothing', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const request = { ticket: { session: contact.id }, message: 'x'.repeat(204_801) };
    await expect(compose(request)).rejects.toMatchObject({ kind: 'tooLarge' });
    expect(await rows('ticket')).toEqual([]);
    expect(await rows('message')).toEqual([]);
  });

  it('answers 400 for a session of another project', async () => {
    const contact = service.neighbours.addContact(callerIn(service.neighbours).projectId);
    await expect(compose({ ticket: { session: contact.id } })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'session' })],
    });
  });
});
