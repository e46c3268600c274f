import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import { readReplyTo } from './support/correspondence';
import { type NoticeWorld, openNotices } from './support/notices';
import { DOMAIN, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, person, address, contactAddress, open, arrived, settled, messages } =
  {} as NoticeWorld;
beforeAll(async () => {
  service = await startTickets('notice_answers', {}, { noticeMailDelaySeconds: 1 });
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, person, address, contactAddress, open, arrived, settled, messages } =
    openNotices(service));
});

describe('An answer of a member by mail', () => {
  const answering = async (): Promise<{ id: string; mail: Email }> => {
    const id = await open({ processingUser: person.userId });
    const [mail] = (await arrived()) as [Email];
    return { id, mail };
  };
  const answer = ({ mail }: { mail: Email }, rest: object = {}) =>
    receive({
      from: `Bea <${address}>`,
      to: readReplyTo(mail),
      subject: `Re: ${mail.subject}`,
      headers: { 'In-Reply-To': mail.messageId ?? '' },
      text: 'Have you tried\nanother bulb?\n\nOn Fri, Nov 20, 2026 at 9:00 AM Shop <support@parley.localhost> wrote:\n> quoted\n',
      ...rest,
    });
  it('is a public reply of the person, mailed to the contact', async () => {
    const notice = await answering();
    expect(await answer(notice)).toMatchObject({ status: 'appended', ticket: notice.id });
    const [message] = await messages(notice.id);
    expect(message).toMatchObject({
      user: { id: person.userId },
      isNote: false,
      plainContent: 'Have you tried\nanother bulb?',
      channel: { id: 'email', type: 'EMAIL' },
      data: { email: { from: { address: address } } },
    });
    expect(message?.session).toBeUndefined();
    const [mail] = await arrived(1, contactAddress);
    expect(mail?.text).toContain('another bulb?');
    expect(mail?.from?.name).toBe('Bea Best');
    expect(await talk.read(notice.id)).toMatchObject({ hasAgentReply: true });
  });

  it.each([
    ['text', (mail: Email) => ({ text: `See below.\n${mail.text}` })],
    ['HTML', (mail: Email) => ({ text: undefined, html: `<p>See below.</p>${mail.html}` })],
    [
      'a file',
      (mail: Email) => ({
        text: 'See there.',
        parts: [{ name: 'was.eml', type: 'message/rfc822', content: `Subject: x\n\n${mail.text}` }],
      }),
    ],
  ])('is a note when it still holds the notice in %s, which may quote a note', async (_how, build) => {
    const notice = await answering();
    await answer(notice, build(notice.mail));
    const [message] = await messages(notice.id);
    expect(message).toMatchObject({ user: { id: person.userId }, isNote: true, bot: false });
    await settled();
    expect(service.inbox.to(contactAddress)).toEqual([]);
  });

  it('is taken once', async () => {
    const notice = await answering();
    const twice = { messageId: `<${newId()}@client.example>` };
    await answer(notice, twice);
    expect(await answer(notice, twice)).toMatchObject({ status: 'duplicate', ticket: notice.id });
    expect(await messages(notice.id)).toHaveLength(1);
  });

  it('is ignored when a machine wrote it', async () => {
    const notice = await answering();
    expect(
      await answer(notice, {
        headers: { 'In-Reply-To': notice.mail.messageId ?? '', 'Auto-Submitted': 'auto-replied' },
      }),
    ).toMatchObject({ status: 'ignored', reason: 'auto_reply' });
    expect(await messages(notice.id)).toEqual([]);
  });

  it('is that of a contact from another address, or when its sender may be forged', async () => {
    const notice = await answering();
    await answer(notice, { from: 'stranger@example.com' });
    await answer(notice, { from: `a@evil.example, ${address}` });
    for (const message of await messages(notice.id)) {
      expect(message.user).toBeUndefined();
      expect(message.session).toBeDefined();
    }
  });

  it('and a report of a notice that came back change no message', async () => {
    const notice = await answering();
    const report = [
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      'From: Mail Delivery <mailer-daemon@example.com>',
      `To: support@${DOMAIN}`,
      'Subject: Undelivered Mail',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It came back.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      `Final-Recipient: rfc822; ${address}`,
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${notice.mail.messageId}`,
      `Reply-To: ${readReplyTo(notice.mail)}`,
      '--b--',
      '',
    ];
    // The person gets a copy of the reply, too.
    await talk.say(notice.id, 'Hello', { cc: [address] });
    await eventually(() => expect(service.inbox.for(address)).toHaveLength(2));
    const listStates = async (): Promise<unknown[]> =>
      (await messages(notice.id)).flatMap(({ delivery = [] }) => delivery.map(({ status }) => status));
    await eventually(async () => expect(new Set(await listStates())).toEqual(new Set(['sent'])));
    expect(await receive(Buffer.from(report.join('\r\n')))).toMatchObject({
      status: 'ignored',
      reason: 'report',
    });
    expect(new Set(await listStates())).toEqual(new Set(['sent']));
  });

  it('of a member who is the contact of the ticket is the team only for a notice', async () => {
    service.neighbours.addContact(caller.projectId, { email: address, name: 'Bea' });
    const own = service.neighbours.addContact(caller.projectId, { email: address, name: 'Bea' });
    const id = await open({ session: own.id, processingUser: person.userId });
    const [mail] = (await arrived()) as [Email];
    await answer({ mail }, { headers: {} });
    await answer({ mail });
    const [asContact, asTeam] = await messages(id);
    expect(asContact).toMatchObject({ session: { id: own.id } });
    expect(asTeam).toMatchObject({ user: { id: person.userId } });
  });
});
