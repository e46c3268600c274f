import { newId } from '@parley/persistence';
import { contactSide, type ContactSide } from './support/contact-side';
import { makeContext, startTickets, type TestService } from './support/service';

let service: TestService;
let side: ContactSide;
beforeAll(async () => {
  service = await startTickets('team_reading');
});
afterAll(() => service.stop());
beforeEach(() => {
  side = contactSide(service);
});
afterEach(() => service.setClock(undefined));

const change = (ticketId: string, ticket: object, context = side.caller.context) =>
  service.tickets.updateTicket({ ticketId, ticket, nulls: [] }, context);
const at = (minute: number): string => {
  const time = new Date(Date.UTC(2030, 0, 1, 0, minute));
  service.setClock(time);
  return time.toISOString();
};
const program = () =>
  makeContext(side.caller.projectId, { type: 'service' as const, id: newId(), name: 'Orders' });

describe('teamReadAt', () => {
  it('is when a person marked the ticket as read; the contact sees it at once', async () => {
    const { id } = await side.open({ comment: 'a' });
    expect((await side.get(id)).teamReadAt).toBeUndefined();
    const skip = (await side.told(id)).length;
    const first = at(1);
    await change(id, { notificationsUnread: false });
    expect((await side.get(id)).teamReadAt).toBe(first);
    at(2);
    await side.send(id, 'b');
    expect((await side.get(id)).teamReadAt).toBe(first);
    const second = at(3);
    await change(id, { notificationsUnread: false, title: 'Bill' });
    expect((await side.get(id)).teamReadAt).toBe(second);
    const updates = (await side.told(id, skip)).filter(({ subject }) =>
      subject.endsWith('conversation.updated'),
    );
    expect(
      updates.map(({ payload }) => (payload['conversation'] as { teamReadAt?: string }).teamReadAt),
    ).toEqual([first, second]);
  });

  it('stays when nothing was unread, and when it is marked as unread again', async () => {
    const { id } = await side.open({ comment: 'a' });
    const first = at(1);
    await change(id, { notificationsUnread: false });
    at(2);
    await change(id, { notificationsUnread: false, title: 'changed' });
    await change(id, { notificationsUnread: true });
    expect((await side.get(id)).teamReadAt).toBe(first);
  });

  it('is when a person answered publicly: no note, bot or service account', async () => {
    const { id } = await side.open({ comment: 'a' });
    at(1);
    await side.team.say(id, 'note', { isNote: true });
    await side.team.say(id, 'bot', { bot: true });
    await service.messages.createMessage({ ticket: id, comment: 'by a program' }, program());
    await change(id, { notificationsUnread: false }, program());
    expect((await side.get(id)).teamReadAt).toBeUndefined();
    const answered = at(2);
    await side.team.say(id, 'by a person');
    expect((await side.get(id)).teamReadAt).toBe(answered);
  });

  it('is in lists, and in no document of the team', async () => {
    const { id } = await side.open({ comment: 'a' });
    const read = at(1);
    await change(id, { notificationsUnread: false });
    expect(await side.list()).toMatchObject([{ id, teamReadAt: read }]);
    expect(await side.team.read(id)).not.toHaveProperty('teamReadAt');
    const events = (await service.events(id)).filter(({ subject }) => subject.endsWith('ticket.updated'));
    expect(events.map(({ payload }) => payload.changed)).toEqual([['notificationsUnread']]);
  });
});
