import { newId } from '@parley/persistence';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { createMailServer } from './support/mail';
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
      { 'X-Autorespond': 'x' },
      { 'Return-Path': '<>' },
    ],
    automatic: [
      { 'Auto-Submitted': 'auto-generated' },
      { 'X-Auto-Response-Suppress': 'All' },
      { Precedence: 'bulk' },
      { Precedence: 'junk' },
      { 'X-Loop': 'someone@example.com' },
    ],
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

  it('opens no ticket when it answers something that is none', async () => {
    const headers = { 'Auto-Submitted': 'auto-replied' };
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
    ['list', { 'List-Id': '<news.example.com>' }],
    ['list', { Precedence: 'list' }],
  ])('that is %s opens a ticket that no machine may answer: %j', async (reason, headers) => {
    const answer = await receive({ from: address, headers, text: 'Your invoice' });
    expect(answer).toMatchObject({ status: 'created', reason });
    expect(await talk.read(answer.ticket ?? '')).toMatchObject({ preventAutoReply: true });
  });

  it('counts as a person who writes by a mailing list', async () => {
    const { id, mail } = await answered();
    await update(id, { status: 'DONE' });
    const headers = { 'List-Id': '<support.example.com>', Precedence: 'list' };
    await receive({ from: address, to: readReplyTo(mail), headers, text: 'Not done.' });
    expect(await talk.read(id)).toMatchObject({ status: 'OPEN' });
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
