import { createEvents, eventTablesSql, topology } from '@parley/events';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import { createConversationClient } from './support/conversation';
import { readReplyTo } from './support/correspondence';
import { type NoticeWorld, openNotices } from './support/notices';
import { DOMAIN, startTickets, type TestService } from './support/service';

let service: TestService;
let world = {} as NoticeWorld;
let { caller, talk, session, update, person, address, addPerson, wish, open, assign, write, note } = world;
let { arrived, mailJobs, queued, settled } = world;
beforeAll(async () => {
  service = await startTickets('notices', {}, { noticeMailDelaySeconds: 2 });
});
afterAll(() => service.stop());
beforeEach(() => {
  world = openNotices(service);
  ({ caller, talk, session, update, person, address, addPerson, wish, open, assign, write, note } = world);
  ({ arrived, mailJobs, queued, settled } = world);
});

describe('A notice by mail', () => {
  it('says who assigned a ticket, with its last words, a link, and the address to answer to', async () => {
    const id = await open();
    await write(id, 'It does not <glow>');
    await assign(id);
    const [mail] = (await arrived()) as [Email];
    const { bugId } = await talk.read(id);
    expect(mail).toMatchObject({
      subject: `Broken lamp (#${bugId})`,
      from: { address: `support@${DOMAIN}` },
      to: [{ address: address }],
      messageId: expect.stringMatching(/^<notice\.[0-9a-f]{24}\.[0-9a-f]{24}@/),
    });
    expect(mail.text).toContain('Ada Agent assigned this ticket to you.\n\n> It does not <glow>');
    expect(mail.text).toContain(`http://127.0.0.1:3000/inbox/t/${id}?project=${caller.projectId}`);
    expect(mail.html).toContain('It does not &lt;glow&gt;</blockquote>');
    expect(mail.html).toContain(`href="http://127.0.0.1:3000/inbox/t/${id}?project=${caller.projectId}"`);
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(readReplyTo(mail)).toMatch(new RegExp(`^reply\\+${id}\\.[0-9a-f]{24}@`));
  });

  it('is in German and in the colour of a project that speaks it', async () => {
    service.neighbours.looks.set(caller.projectId, {
      name: 'Lampenladen',
      color: '#123456',
      defaultLanguage: 'de',
    });
    await assign(await open());
    const [mail] = (await arrived()) as [Email];
    expect(mail.from).toMatchObject({ name: 'Lampenladen' });
    expect(mail.text).toContain('Ada Agent hat Ihnen dieses Ticket zugewiesen.');
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('#123456');
  });

  it('says who mentions the person in a note or a thread', async () => {
    const id = await open();
    await note(id);
    const [mail] = (await arrived()) as [Email];
    expect(mail.text).toContain('Ada Agent mentioned you:\n\n> @Bea look <here>');
  });

  it('says that a contact wrote in a ticket of the person, or in one of no person where the person wrote last', async () => {
    const [own, answered] = [await open({ processingUser: person.userId }), await open()];
    await arrived();
    await createConversationClient(service, person).say(answered, 'Hello');
    await write(own, 'first');
    await write(answered, 'second');
    const texts = (await arrived(3)).slice(1).map(({ text }) => text);
    expect(texts.some((text) => text?.includes('Grace wrote:\n\n> first'))).toBe(true);
    expect(texts.some((text) => text?.includes('Grace wrote:\n\n> second'))).toBe(true);
  });

  it('says that a team of the person has a new ticket without an assignee, or got one', async () => {
    const team = service.neighbours.addTeam(caller.projectId, 'Lights');
    service.neighbours.setTeams(caller.projectId, person.userId, [team.id]);
    await open({ processingTeam: team.id });
    const later = await open();
    await open({ processingTeam: team.id, processingUser: caller.userId });
    await update(later, { processingTeam: team.id });
    const mails = await arrived(2);
    for (const { text } of mails) expect(text).toContain('New ticket in the team Lights:');
    await settled();
    expect(service.inbox.to(address)).toHaveLength(2);
  });

  it('is one for all that happens until it leaves', async () => {
    const id = await open({ processingUser: person.userId });
    await write(id, 'first');
    await write(id, 'second');
    await note(id);
    const [mail] = (await arrived()) as [Email];
    expect(mail.text?.match(/> first|> second|mentioned you/g)).toEqual([
      '> first',
      '> second',
      'mentioned you',
    ]);
    await settled();
    expect(service.inbox.to(address)).toHaveLength(1);
    await write(id, 'third');
    const [, next] = await arrived(2);
    expect(next?.text).toContain('> third');
    expect(next?.text).not.toContain('> second');
  });

  it('is not sent of a member’s own doing, or against the settings', async () => {
    const own = createConversationClient(service, person);
    const id = await own.createTicket({ session, processingUser: person.userId });
    await note(id, person);
    wish(person, 'replied', { email: false });
    await write(id, 'Hello?');
    await settled();
    expect(service.inbox.to(address)).toEqual([]);
    await queued(0);
  });

  it('is not sent to a person who has the ticket open, of all that waited', async () => {
    const id = await open();
    service.neighbours.viewers.set(id, [person.userId]);
    await assign(id);
    await write(id, 'first');
    await queued(2);
    await settled();
    expect(service.inbox.to(address)).toEqual([]);
    service.neighbours.viewers.delete(id);
    await write(id, 'second');
    const [mail] = (await arrived()) as [Email];
    expect(mail.text).not.toContain('> first');
  });

  it('is not sent to a person who wrote there since', async () => {
    const id = await open();
    await assign(id);
    await write(id, 'Hello?');
    await queued(2);
    await createConversationClient(service, person).say(id, 'Hello!');
    await settled();
    expect(service.inbox.to(address)).toEqual([]);
  });

  it('is not sent of spam, of updates of many tickets, or of imports', async () => {
    const id = await open({ processingUser: person.userId });
    await arrived();
    await update(id, { isSpam: true });
    await write(id, 'Buy');
    const many = await Promise.all(Array.from({ length: 31 }, () => open()));
    await service.bulk.bulkUpdateTickets(
      { action: 'assign', selection: { ids: many }, payload: { processingUser: person.userId } },
      caller.context,
    );
    await settled();
    expect(service.inbox.to(address)).toHaveLength(1);
  });

  it('is dropped with a setting that changes, the membership, the message and the ticket', async () => {
    const other = addPerson();
    const [unwanted, left, unsaid, deleted] = [await open(), await open(), await open(), await open()];
    await assign(unwanted);
    await assign(deleted);
    await assign(left, other.person.userId);
    const { id: messageId } = await note(unsaid);
    await queued(4);
    expect(await mailJobs()).toContain(deleted);
    wish(person, 'assigned', { email: false });
    service.neighbours.removeMember(caller.projectId, other.person.userId);
    await service.messages.deleteMessage({ messageId }, caller.context);
    await service.tickets.deleteTicket({ ticketId: deleted }, caller.context);
    expect(await mailJobs()).not.toContain(deleted);
    await queued(3);
    await settled();
    expect([...service.inbox.to(address), ...service.inbox.to(other.address)]).toEqual([]);
  });

  it('leaves no row of a member who is removed', async () => {
    await assign(await open());
    await queued(1);
    const { db, drop } = await createTestDatabase('source_of_notices');
    await db.query(eventTablesSql);
    const log = createLogger({ service: 'test', level: 'error' });
    const source = { service: 'workspace', db, transport: service.broker, log };
    const workspace = createEvents({
      ...source,
      topology: topology.filter(({ consumer }) => consumer === 'tickets'),
    });
    await workspace.start();
    await workspace.append(db, [
      {
        subject: 'workspace.v1.member.removed',
        projectId: caller.projectId,
        aggregateId: person.userId,
        payload: { projectId: caller.projectId, userId: person.userId },
      },
    ]);
    workspace.wake();
    await queued(0);
    await workspace.stop();
    await drop();
  });
});

describe('A notice to push', () => {
  it('is one event for all people who want it, with the first 100 characters', async () => {
    for (const kind of ['assigned', 'replied']) wish(person, kind, { push: true });
    const id = await open({ processingUser: person.userId });
    await write(id, `${'long '.repeat(50)}`);
    const notices = await eventually(async () => {
      const found = (await service.allEvents(id)).filter(({ subject }) =>
        subject.endsWith('.notice.created'),
      );
      expect(found).toHaveLength(2);
      return found.map(({ payload }) => payload as unknown as Record<string, string>);
    });
    const { bugId } = await talk.read(id);
    expect(notices.find(({ kind }) => kind === 'replied')).toEqual({
      kind: 'replied',
      userIds: [person.userId],
      title: `Broken lamp (#${bugId})`,
      text: `Grace wrote: ${'long '.repeat(20).trim()}`,
      url: `http://127.0.0.1:3000/inbox/t/${id}?project=${caller.projectId}`,
    });
    await queued(0);
  });
});
