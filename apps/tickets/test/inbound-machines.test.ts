import { newId } from '@parley/persistence';
import { createHash } from 'node:crypto';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { buildMail, createMailServer } from './support/mail';
import { DOMAIN, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address, listMessages, tickets, update, answered } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('inbound_machines');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address, listMessages, tickets, update, answered } = correspond(service));
});

describe('Mail of machines', () => {
  const machine: Record<string, Record<string, string>[]> = {
    auto_reply: [
      { 'Auto-Submitted': 'auto-replied (vacation)' },
      { Precedence: 'auto_reply' },
      { 'X-Autoreply': 'yes' },
      { 'X-Auto-Reply': 'True' },
      { 'Return-Path': '<>' },
    ],
    automatic: [{ 'Auto-Submitted': 'auto-generated' }, { 'Auto-Submitted': 'auto-notified; x=y' }],
  };
  const cases = Object.entries(machine).flatMap(([reason, list]) =>
    list.map((headers): [string, string, Record<string, string>] => [
      JSON.stringify(headers),
      reason,
      headers,
    ]),
  );

  it.each(cases)('with %s is a note of its ticket that reopens nothing', async (_name, reason, headers) => {
    const { id, mail } = await answered();
    await update(id, { status: 'DONE', notificationsUnread: false });
    const before = await talk.read(id);
    expect(
      await receive({ from: address, to: readReplyTo(mail), headers, text: 'I am away.' }),
    ).toMatchObject({
      status: 'appended',
      ticket: id,
      reason,
    });
    expect(await talk.read(id)).toMatchObject({
      status: 'DONE',
      notificationsUnread: false,
      latestPublicComment: before.latestPublicComment,
      lastResponse: before.lastResponse,
    });
    const [, note] = await listMessages(id);
    expect(note).toMatchObject({
      isNote: true,
      bot: true,
      plainContent: 'I am away.',
      fallbackUser: { email: address, username: address },
      data: { email: { kind: reason } },
    });
    expect(note?.session).toBeUndefined();
  });

  it.each<Record<string, string>>([
    { 'Auto-Submitted': 'auto-replied' },
    { 'Return-Path': '<>', 'In-Reply-To': '<campaign@example.com>' },
  ])('opens no ticket when it answers something that is none: %j', async (headers) => {
    expect(await receive({ from: address, headers, text: 'I am away.' })).toEqual({
      status: 'ignored',
      ticket: undefined,
      message: undefined,
      reason: 'auto_reply',
    });
    expect(await tickets()).toEqual([]);
  });

  it.each([
    ['automatic', { 'Auto-Submitted': 'auto-generated' }],
    ['auto_reply', { 'Return-Path': '<>' }],
  ])('that is no answer opens a ticket that no machine may answer: %s', async (reason, headers) => {
    const answer = await receive({ from: address, headers: { ...headers }, text: 'Your invoice' });
    expect(answer).toMatchObject({ status: 'created', reason });
    expect(await talk.read(answer.ticket ?? '')).toMatchObject({ preventAutoReply: true });
  });

  const persons: Record<string, string>[] = [
    { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' },
    { Precedence: 'bulk' },
    { Precedence: 'list' },
    { Precedence: 'junk' },
    { 'X-Loop': 'someone@example.com' },
    { 'List-Id': '<support.example.com>' },
  ];

  it.each(persons)('is none that only asks for no automatic answer (31.5): %j', async (headers) => {
    const { id, mail } = await answered();
    await update(id, { status: 'DONE' });
    const answer = await receive({ from: address, to: readReplyTo(mail), headers, text: 'Not done.' });
    expect(answer).toMatchObject({ status: 'appended', ticket: id });
    expect(answer.reason).toBeUndefined();
    expect(await talk.read(id)).toMatchObject({ status: 'OPEN', latestComment: 'Not done.' });
    const [, message] = await listMessages(id);
    expect(message).toMatchObject({ session: { email: address } });
    expect(message?.isNote).not.toBe(true);
    const opened = await receive({ from: 'new@example.com', headers, text: 'x' });
    expect(await talk.read(opened.ticket ?? '')).toMatchObject({ preventAutoReply: true });
  });

  const denials: Record<string, string>[] = [
    { 'X-Auto-Reply': 'false' },
    { 'X-Autoreply': 'no' },
    { 'Auto-Submitted': 'no' },
  ];

  it.each(denials)('is none that says so (31.5): %j', async (headers) => {
    const answer = await receive({ from: 'new@example.com', headers, text: 'x' });
    expect(answer).toMatchObject({ status: 'created' });
    expect(answer.reason).toBeUndefined();
    expect(await talk.read(answer.ticket ?? '')).not.toMatchObject({ preventAutoReply: true });
  });

  it.each([
    ['report', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }, address],
    ['report', {}, 'MAILER-DAEMON@mx.example.com'],
    ['report', { 'X-Failed-Recipients': 'a@example.com' }, 'postmaster@mx.example.com'],
    ['loop', {}, `support@${DOMAIN}`],
    ['loop', { 'Message-ID': `<reply.${'1'.repeat(24)}@${DOMAIN}>` }, 'x@example.com'],
  ])('that is a %s is ignored: %j from %s', async (reason, headers, from) => {
    const { id, mail } = await answered();
    const answer = await receive({ from: from ?? address, to: readReplyTo(mail), headers, text: 'x' });
    expect(answer).toMatchObject({ status: 'ignored', reason });
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('ignores a mail of ours that comes back', async () => {
    const { mail } = await answered();
    const headers = Object.fromEntries(
      mail.headers
        .filter(({ key }) => key !== 'content-type')
        .map(({ originalKey, value }) => [originalKey, value]),
    );
    const own = { from: undefined, subject: undefined, messageId: undefined };
    expect(await receive({ ...own, headers, text: 'x' })).toMatchObject({
      status: 'ignored',
      reason: 'loop',
    });
  });
});

describe('The same mail', () => {
  const repeat = (mail: Parameters<typeof receive>[0], times: number) =>
    Promise.all(Array.from({ length: times }, () => receive(mail)));
  const statuses = (answers: { status: string }[]) => answers.map(({ status }) => status).sort();

  it('20 times at once is one message of its ticket', async () => {
    const { id, mail } = await answered();
    const answers = await repeat(
      { from: address, to: readReplyTo(mail), messageId: '<race@client.example>', text: 'x' },
      20,
    );
    expect(statuses(answers)).toEqual(['appended', ...Array(19).fill('duplicate')]);
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(await listMessages(id)).toHaveLength(2);
  });

  it('20 times at once opens one ticket', async () => {
    const answers = await repeat(
      { from: 'new@example.com', messageId: '<race@client.example>', text: 'x' },
      20,
    );
    expect(statuses(answers)).toEqual(['created', ...Array(19).fill('duplicate')]);
    expect(await tickets()).toEqual([{ id: answers[0]?.ticket }]);
    expect(
      await service.db.query('SELECT value FROM ticket_sequence WHERE project_id = $1', [caller.projectId]),
    ).toEqual([{ value: 1 }]);
  });

  it('without a Message-ID is told by its content', async () => {
    const mail = { from: address, messageId: undefined, text: 'x' };
    expect(
      statuses([await receive(mail), await receive(mail), await receive({ ...mail, text: 'y' })]),
    ).toEqual(['created', 'created', 'duplicate']);
  });

  it('and another one with its Message-ID are two (31.6)', async () => {
    const mail = { from: address, messageId: '<shared@client.example>', text: 'x' };
    const first = await receive(mail);
    const others = [
      { ...mail, from: 'eve@example.com' },
      { ...mail, text: 'y' },
      { ...mail, headers: { Date: 'Fri, 20 Nov 2026 10:00:01 +0100' } },
    ];
    for (const other of others) {
      const made = await receive(other);
      expect(made).toMatchObject({ status: 'created' });
      expect(made.message).not.toBe(first.message);
      expect(await receive(other)).toMatchObject({ status: 'duplicate', message: made.message });
    }
    expect(await receive(mail)).toMatchObject({ status: 'duplicate', ticket: first.ticket });
    const headers = { 'In-Reply-To': '<shared@client.example>' };
    expect(await receive({ from: address, headers, text: 'z' })).toMatchObject({ ticket: first.ticket });
  });

  it('is still the same after an upgrade from a version that knew only Message-IDs (31.6)', async () => {
    const forget = (ticket: string | undefined) =>
      service.db.query(`DELETE FROM inbound_email WHERE ticket_id = $1 AND email_id LIKE 'sha256:%'`, [
        ticket,
      ]);
    const mail = { from: address, messageId: '<former@client.example>', text: 'x' };
    const former = await receive(mail);
    await forget(former.ticket);
    expect(await receive(mail)).toMatchObject({ status: 'duplicate', message: former.message });
    expect(await receive({ ...mail, from: 'eve@example.com' })).toMatchObject({ status: 'created' });
    const deleted = await receive({ ...mail, messageId: '<gone@client.example>' });
    await forget(deleted.ticket);
    await service.messages.deleteMessage({ messageId: deleted.message ?? '' }, caller.context);
    expect(await receive({ ...mail, messageId: '<gone@client.example>' })).toMatchObject({
      status: 'duplicate',
      ticket: deleted.ticket,
    });
  });

  it('is still the same that came without a Message-ID, before such an upgrade (31.6)', async () => {
    const mime = buildMail({ from: address, messageId: undefined, text: 'x' });
    const first = await receive(mime);
    const key = `sha256:${createHash('sha256').update(mime).digest('hex')}`;
    await service.db.query('UPDATE inbound_email SET email_id = $1 WHERE ticket_id = $2', [
      key,
      first.ticket,
    ]);
    expect(await receive(mime)).toMatchObject({ status: 'duplicate', ticket: first.ticket });
  });

  it('does not come back once its message was deleted', async () => {
    const mail = { from: address, messageId: '<deleted@client.example>', text: 'x' };
    const first = await receive(mail);
    await service.messages.deleteMessage({ messageId: first.message ?? '' }, caller.context);
    expect(await receive(mail)).toMatchObject({ status: 'duplicate', ticket: first.ticket });
    expect(await listMessages(first.ticket ?? '')).toEqual([]);
  });

  it('counts once in each project', async () => {
    const mail = { from: address, messageId: '<twice@client.example>', text: 'x' };
    const other = createMailServer(service, newId());
    expect(statuses([await receive(mail), await other(mail)])).toEqual(['created', 'created']);
  });
});

it('finds what a mail refers to by indexes', async () => {
  await service.db.query(
    `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, email_id, created_at, updated_at)
     SELECT 'x', lpad(to_hex(n), 24, '0'), 'o', 't', n, 'TEXT', 'y' || n, now(), now() FROM generate_series(1, 5000) n`,
  );
  await service.db.query('ANALYZE message');
  const plan = await service.db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT m.ticket_id FROM message m WHERE m.project_id = 'x' AND m.email_id = 'y'`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('message_email');
});
