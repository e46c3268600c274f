import { newId } from '@parley/persistence';
import {
  type Conversation,
  createConversationClient,
  document,
  missing,
  problem,
} from './support/conversation';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('update_message');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const update = async (messageId: string, change: object, context = caller.context) => {
  const answer = await service.messages.updateMessage({ messageId, ...change }, context);
  if (!answer.message) throw new Error('no message');
  return answer.message;
};
const notEditable = { kind: 'forbidden', reason: 'NOT_EDITABLE' };
const after = (message: { createdAt?: string | undefined }, milliseconds: number) =>
  service.setClock(new Date(new Date(message.createdAt ?? '').getTime() + milliseconds));
const updates = async (ticket: string) =>
  (await service.events(ticket)).filter(({ subject }) => subject === 'tickets.v1.message.updated');
const files = [{ name: 'a.pdf', url: 'https://example.com/a.pdf' }];

describe('UpdateMessage', () => {
  it('replaces data whole, keeps attachments, and tells of it with the message as it is then', async () => {
    const { id: contactId } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket({ session: contactId });
    const before = await talk.say(ticket, 'tpyo', { data: { a: 1, b: 2 }, attachments: files });
    const edited = await update(before.id, { data: { content: 'typo', b: 3 } });
    expect(edited).toEqual({
      ...before,
      comment: document('typo'),
      plainContent: 'typo',
      data: { b: 3, content: document('typo') },
      updatedAt: edited.updatedAt,
      editedAt: edited.updatedAt,
    });
    expect(await talk.message(before.id)).toEqual(edited);
    expect(await talk.read(ticket)).toMatchObject({
      latestComment: 'typo',
      latestPublicComment: 'typo',
      updatedAt: edited.updatedAt,
    });
    expect(await updates(ticket)).toEqual([
      expect.objectContaining({
        aggregate_id: ticket,
        payload: {
          message: JSON.parse(JSON.stringify(edited)) as unknown,
          changed: ['data'],
          ticketType: 'BUG',
          contactId,
          shown: expect.objectContaining({ position: 1, unreadCount: 1 }) as unknown,
        },
      }),
    ]);
  });

  it('clears the content when data is omitted or null, and ignores every other property', async () => {
    const ticket = await talk.createTicket();
    const first = await talk.say(ticket, 'first');
    const second = await talk.say(ticket, 'second', { attachments: files });
    const cleared = await update(second.id, { comment: 'ignored', type: 'NOTE', isNote: true });
    expect(cleared).toMatchObject({ type: 'TEXT', isNote: false, attachments: files });
    for (const field of ['comment', 'plainContent', 'data'] as const) expect(cleared[field]).toBeUndefined();
    expect(await talk.read(ticket)).toMatchObject({ latestComment: 'first', latestPublicComment: 'first' });
    expect((await update(first.id, { nulls: ['data'] })).comment).toBeUndefined();
    const ticketAfter = await talk.read(ticket);
    expect(ticketAfter.latestComment).toBeUndefined();
    expect(ticketAfter.latestPublicComment).toBeUndefined();
  });

  it('replaces attachments, and clears them by an empty list or null', async () => {
    const ticket = await talk.createTicket();
    const { id } = await talk.say(ticket, 'x', { attachments: files });
    const other = [{ name: 'b.pdf', url: 'https://example.com/b.pdf' }];
    const data = { content: 'x' };
    expect(await update(id, { data, attachments: other })).toMatchObject({ attachments: other });
    expect(await update(id, { data, attachments: [] })).toMatchObject({ attachments: [] });
    await update(id, { data, attachments: files });
    expect(await update(id, { data, nulls: ['attachments'] })).toMatchObject({ attachments: [] });
    expect((await updates(ticket)).map(({ payload }) => payload.changed)).toEqual(
      Array.from({ length: 4 }, () => ['attachments']),
    );
  });

  it('writes nothing and tells of nothing when nothing changes', async () => {
    const ticket = await talk.createTicket();
    const before = await talk.say(ticket, 'same', { data: { a: [1, { b: null }] } });
    expect(await update(before.id, { data: { a: [1, { b: null }], content: 'same' } })).toEqual(before);
    expect(await updates(ticket)).toEqual([]);
  });

  it('sanitises the content and answers 413 beyond 204,800 bytes and 400 for a wrong attachment', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }];
    const content = { type: 'paragraph', content: [{ type: 'text', text: 'click', marks }] };
    expect(JSON.stringify(await update(id, { data: { content } }))).not.toContain('javascript:');
    const long = 'x'.repeat(204_801);
    for (const data of [{ content: long }, { long }]) {
      await expect(update(id, { data })).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
    }
    const unsafe = [{ name: 'a', url: 'javascript:alert(1)' }];
    await expect(update(id, { attachments: unsafe })).rejects.toMatchObject(problem('attachments.0'));
    await expect(update(id, { attachments: Array(101).fill(files[0]) })).rejects.toMatchObject(
      problem('attachments'),
    );
  });

  it('edits a public message under 2 minutes old and answers 403 not_editable at 2 minutes', async () => {
    const message = await talk.say(await talk.createTicket(), 'x');
    after(message, 119_999);
    expect(await update(message.id, { data: { content: 'y' } })).toMatchObject({ plainContent: 'y' });
    after(message, 120_000);
    await expect(update(message.id, { data: { content: 'z' } })).rejects.toMatchObject(notEditable);
  });

  it('edits own notes and thread replies at any time', async () => {
    const ticket = await talk.createTicket();
    const note = await talk.say(ticket, 'note', { isNote: true });
    const reply = await talk.reply(note.id, 'reply');
    after(reply, 86_400_000);
    expect(await update(note.id, { data: { content: 'better' } })).toMatchObject({ plainContent: 'better' });
    expect(await update(reply.id, { data: { content: 'too' } })).toMatchObject({ plainContent: 'too' });
    expect(await talk.read(ticket)).toMatchObject({ latestComment: 'better' });
  });

  it('answers 403 not_editable once the contact has read the message, not for one written after that', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket({ session });
    const message = await talk.say(ticket, 'x');
    await update(message.id, { data: { content: 'y' } });
    await service.tickets.updateTicket(
      { ticketId: ticket, ticket: { sessionNotificationsUnread: false } },
      caller.context,
    );
    await expect(update(message.id, { data: { content: 'z' } })).rejects.toMatchObject(notEditable);
    const later = await talk.say(ticket, 'later');
    expect(await update(later.id, { data: { content: 'edited' } })).toMatchObject({ plainContent: 'edited' });
  });

  it('answers 403 not_editable for messages of others: members, admins too, contacts and service accounts', async () => {
    const { projectId } = caller;
    const { id: session } = service.neighbours.addContact(projectId);
    const ticket = await talk.createTicket();
    const colleague = callerIn(service.neighbours, projectId);
    const admin = makeContext(projectId, colleague.context.scope.actor, 'admin');
    const account = { type: 'service' as const, id: newId(), name: 'Bridge' };
    const bridge = makeContext(projectId, account, 'user');
    const mine = await talk.say(ticket, 'mine');
    const note = await talk.say(ticket, 'mine', { isNote: true });
    const theirs = await talk.say(ticket, 'theirs', { session });
    const answer = await service.messages.createMessage({ ticket, comment: 'bridged' }, bridge);
    const bridged = answer.message?.id ?? '';
    const change = { data: { content: 'changed' } };
    for (const [id, context] of [
      [mine.id, colleague.context],
      [mine.id, admin],
      [note.id, admin],
      [theirs.id, caller.context],
      [mine.id, bridge],
      [bridged, caller.context],
    ] as const) {
      await expect(update(id, change, context)).rejects.toMatchObject(notEditable);
    }
    expect(await update(bridged, change, bridge)).toMatchObject({ plainContent: 'changed' });
  });

  it('never frees a clientMutationId by an edit that leaves it out', async () => {
    const ticket = await talk.createTicket();
    const request = { data: { clientMutationId: 'm-1' } };
    const first = await talk.say(ticket, 'once', request);
    const edited = await update(first.id, { data: { content: 'edited' } });
    expect(edited.data).toEqual({ content: document('edited') });
    expect(await talk.say(ticket, 'again', request)).toEqual(edited);
  });

  it('answers 404 message_not_found for an unknown, malformed or foreign message', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const other = callerIn(service.neighbours);
    for (const unknown of [newId(), 'nonsense', '']) {
      await expect(update(unknown, { data: {} })).rejects.toMatchObject(missing);
    }
    await expect(update(id, { data: {} }, other.context)).rejects.toMatchObject(missing);
  });

  it('sends no second mail', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId, { email: 'edit@example.com' });
    const ticket = await talk.createTicket({ session });
    const { id } = await talk.say(ticket, 'x');
    await update(id, { data: { content: 'y' } });
    expect(await service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [ticket])).toHaveLength(
      1,
    );
  });

  it('lets an edit or the reading be first when both come at once, never an edit after the reading', async () => {
    const ticket = await talk.createTicket();
    const { id } = await talk.say(ticket, 'x');
    const read = service.messageDirectory.markRead({ ticketId: ticket, reader: 'contact' }, caller.context);
    const [edited] = await Promise.allSettled([update(id, { data: { content: 'y' } }), read]);
    const events = (await service.events(ticket)).map(({ subject }) => subject);
    const told = ['tickets.v1.message.updated', 'tickets.v1.ticket.updated'].map((one) =>
      events.indexOf(one),
    );
    if (edited.status === 'fulfilled') expect(told[0]).toBeLessThan(told[1] ?? 0);
    else expect(edited.reason).toMatchObject(notEditable);
  });
});
