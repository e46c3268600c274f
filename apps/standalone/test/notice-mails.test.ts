import { type Database, openDatabase } from '@parley/persistence';
import { eventually, freePort } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { join, newAddress, openAccount, type Person, signUp } from './support/people';
import {
  findDatabase,
  removeHome,
  type RunningPlatform,
  startPlatform,
  temporaryHome,
} from './support/platform';
import { sendBySmtp } from './support/send-by-smtp';

/** Seconds in which notices gather: longer than a test takes, which ends the time itself. */
const DELAY = 3_600;
/** Milliseconds for which a process has a job, unless it goes on. */
const LEASE_MS = 60_000;

let platform: RunningPlatform;
let outbox: Mailbox;
let port: number;
let settings: Record<string, string>;
let admin: Api;
let projectId: string;
let person: Person;
let agent: Api;

beforeAll(async () => {
  outbox = await openMailbox();
  port = await freePort();
  settings = {
    PARLEY_HOME: temporaryHome(),
    SMTP_URL: outbox.url,
    MAIL_FROM: 'support@parley.example',
    INBOUND_DOMAIN: 'in.parley.example',
    MAIL_PORT: String(port),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    NOTICE_MAIL_DELAY_SECONDS: String(DELAY),
    PARLEY_DEMO: '0',
  };
  platform = await startPlatform(settings);
  const visitor = createApi(() => `${platform.origin}/v3`);
  ({ api: admin, projectId } = await signUp(visitor, outbox));
  person = await openAccount(visitor, outbox, newAddress('agent'), 'Grace Agent');
  agent = await join(admin, projectId, person, 'agent');
  // The server of mails listens for it.
  ok(
    await admin.call('POST', '/mailboxes', {
      name: 'Help',
      address: newAddress('help'),
      incoming: { type: 'smtp' },
    }),
  );
});
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  await outbox.close();
});

const isNotice = ({ messageId }: Email): boolean => messageId?.startsWith('<notice.') ?? false;
const notices = (): Email[] =>
  outbox
    .mails()
    .filter(({ to, mail }) => to === person.email && isNotice(mail))
    .map(({ mail }) => mail);
/** Works in the database of tickets. */
const inTickets = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const db = openDatabase({ url: await findDatabase(platform, 'tickets'), applicationName: 'test' });
  return work(db).finally(() => db.close());
};
const untilGathered = (db: Database, count: number): Promise<void> =>
  eventually(async () =>
    expect(
      await db.query(`SELECT FROM mail_job WHERE id LIKE 'notice:%' AND status IN ('pending', 'sending')`),
    ).toHaveLength(count),
  );
/** Waits until so many notices gather, and ends their time. */
const hasten = (gathered: number): Promise<void> =>
  inTickets(async (db) => {
    await untilGathered(db, gathered);
    await db.query(`UPDATE mail_job SET next_attempt_at = now() WHERE id LIKE 'notice:%'`);
    await db.query(`UPDATE job SET due_at = now() WHERE name = 'mail' AND key LIKE 'notice:%'`);
  });
/** The notices that came after `before` others, once there are so many. */
const arrived = (before: number, expected = 1): Promise<Email[]> =>
  eventually(() => {
    const found = notices().slice(before);
    expect(found).toHaveLength(expected);
    return found;
  });
const none = async (before: number): Promise<void> => {
  await sleep(2_000);
  await inTickets((db) => untilGathered(db, 0));
  expect(notices()).toHaveLength(before);
};
/** A ticket of a contact with an address. */
const open = async (): Promise<{ id: string; session: string; address: string }> => {
  const address = newAddress('contact');
  const compose = { email: address, title: 'Broken lamp', message: 'Hello' };
  const { id, session } = ok(await admin.call('POST', '/tickets/compose', compose));
  return { id, session: session.id, address };
};
const assign = async (id: string): Promise<void> =>
  void ok(await admin.call('PUT', `/tickets/${id}`, { processingUser: person.id }));
const write = async ({ id, session }: { id: string; session: string }, comment: string): Promise<void> =>
  void ok(await admin.call('POST', '/messages', { ticket: id, session, comment }));

describe('Notices of tickets', () => {
  it('are one mail for all that happens in the delay, and the answer to it is the reply of the member', async () => {
    const before = notices().length;
    const ticket = await open();
    await assign(ticket.id);
    await write(ticket, 'It does not glow');
    await write(ticket, 'Still dark');
    await hasten(3);
    const [mail] = (await arrived(before)) as [Email];
    expect(mail.subject).toMatch(/^Broken lamp \(#\d+\)$/);
    expect(mail.text).toContain('Ada Founder assigned this ticket to you.');
    expect(mail.text).toContain('> It does not glow');
    expect(mail.text).toContain('> Still dark');
    expect(mail.text).toContain(`/inbox/t/${ticket.id}?project=${projectId}`);
    const replyTo = mail.replyTo?.[0]?.address ?? '';
    expect(replyTo).toMatch(/@in\.parley\.example$/);
    await sendBySmtp(port, {
      from: person.email,
      to: [replyTo],
      data: [
        `From: Grace <${person.email}>`,
        `To: ${replyTo}`,
        `Subject: Re: ${mail.subject}`,
        `Message-ID: <answer-${Date.now()}@client.example>`,
        `In-Reply-To: ${mail.messageId}`,
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Try another bulb.',
        '',
        'On Fri, Nov 27, 2026 at 9:00 AM Web shop <support@parley.example> wrote:',
        ...(mail.text ?? '').split('\n').map((line) => `> ${line}`),
        '',
      ].join('\r\n'),
    });
    const reply = await outbox.waitFor(
      ticket.address,
      ({ text }) => text?.includes('Try another bulb.') ?? false,
    );
    expect(reply.from?.name).toBe('Grace Agent');
    expect(reply.text).not.toContain('assigned this ticket');
    await none(before + 1);
  });

  it('are not mailed of a member’s own doing, against the settings, or to who has the ticket open', async () => {
    const before = notices().length;
    const [own, unwanted, seen] = [await open(), await open(), await open()];
    ok(await agent.call('PUT', `/tickets/${own.id}`, { processingUser: person.id }));
    ok(
      await agent.call('PUT', `/users/${person.id}`, {
        notificationSettings: { assigned: { email: false }, replied: { email: true } },
      }),
    );
    await assign(unwanted.id);
    ok(await agent.call('POST', `/tickets/${seen.id}/viewing`, { viewing: true }));
    await assign(seen.id);
    await write(seen, 'Are you there?');
    // Whether it is open shows when the mail is due.
    await hasten(1);
    await none(before);
    const document = ok(await agent.call('PUT', `/users/${person.id}`, { notificationSettings: null }));
    expect(document.notificationSettings).toMatchObject({
      assigned: { inApp: true, email: true, push: true },
      newInTeam: { inApp: true, email: false, push: false },
    });
  });

  it('are mailed once each when the platform is killed in between', async () => {
    const before = notices().length;
    const tickets = [await open(), await open(), await open()];
    for (const ticket of tickets) await assign(ticket.id);
    await platform.kill();
    const killedAt = Date.now();
    platform = await startPlatform({ ...settings, PARLEY_HOME: platform.home });
    // Jobs of the killed process are done again after their lease.
    await inTickets((db) =>
      db.query('UPDATE job SET taken_until = now() WHERE taken_until < $1', [new Date(killedAt + LEASE_MS)]),
    );
    await hasten(tickets.length);
    const mails = await arrived(before, tickets.length);
    expect(mails.map(({ text }) => /inbox\/t\/(\w+)/.exec(text ?? '')?.[1]).toSorted()).toEqual(
      tickets.map(({ id }) => id).toSorted(),
    );
    await none(before + tickets.length);
  });
});
