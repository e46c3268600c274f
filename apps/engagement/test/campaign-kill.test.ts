import { newId } from '@parley/persistence';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createNetworkCaller,
  type RpcServer,
  startRpcServer,
} from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  type ServiceProcess,
  startNats,
  type TestDatabase,
} from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH } from '../src/campaigns/send-mails';
import { document, required, silentObserver, workspace } from './support/mailing';
import { createPeople, type People } from './support/people';
import { openSink, type SmtpSink } from './support/smtp-sink';

const PEOPLE = 2_000;
/** Mails that arrive between two kills. */
const BETWEEN = 150;
const KILLS = 4;
/** What was due leaves within 90 s of the next start; the next look for it comes within 2.5 s. */
const PASSED = '85 seconds';

describeWith('nats')(`a campaign of ${PEOPLE} whose process is killed with kill -9`, () => {
  let projectId: string;
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let people: People;
  let peers: RpcServer;
  let sink: SmtpSink;
  let engagement: ServiceProcess;
  let caller: Caller;
  let emails: Client<EngagementEmailsServiceDefinition>;

  const context = (): CallContext => ({
    requestId: 'test',
    scope: {
      actor: { type: 'user', id: newId(), email: 'a@b.example', confirmed: true },
      projectId,
      organisationId: newId(),
      role: 'user',
    },
    deadline: Date.now() + 30_000,
    signal: new AbortController().signal,
  });

  beforeAll(async () => {
    people = createPeople();
    people.pageSize = 100;
    [database, nats, sink] = await Promise.all([
      createTestDatabase('campaign_kill'),
      startNats(),
      openSink(),
    ]);
    peers = await startRpcServer({
      address: '127.0.0.1:0',
      services: [...people.implementations, workspace],
      observer: silentObserver,
    });
    const target = `127.0.0.1:${peers.port}`;
    engagement = await createServiceProcess('engagement', {
      ENGAGEMENT_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      CONTACTS_URL: target,
      WORKSPACE_URL: target,
      TICKETS_URL: '127.0.0.1:1',
      SMTP_URL: sink.url,
      MAIL_FROM: 'support@parley.example',
      PUBLIC_URL: 'http://parley.example',
      LOG_LEVEL: 'error',
    });
    caller = createNetworkCaller({ service: 'engagement', target: engagement.address });
    emails = createClient(EngagementEmailsServiceDefinition, caller);
    engagement.start();
    await engagement.ready();
    await eventually(() => caller.health());
  });

  afterAll(async () => {
    await engagement.kill();
    await caller.close();
    await Promise.all([peers.close(100), sink.close(), nats.stop(), database.drop()]);
  });

  beforeEach(() => {
    projectId = newId();
    people.all.length = 0;
    sink.mails.length = 0;
    sink.answer = () => undefined;
    sink.beforeTaking = () => undefined;
  });

  const start = async (): Promise<string> => {
    const item = { name: 'News', status: 'live', subject: 'Hello', message: document('Hello') };
    return required((await emails.createEngagementEmail({ item }, context())).item).id;
  };
  const read = async (engagementEmailId: string) =>
    required((await emails.getEngagementEmail({ engagementEmailId }, context())).item);
  const finished = (id: string) =>
    eventually(async () => {
      const item = await read(id);
      expect(item).toMatchObject({ status: 'finished', stats: { pending: 0 } });
      return item;
    }, 240_000);
  /** As if so much time had passed for what a killed process left: without it a test of several kills takes minutes. */
  const passTime = () =>
    database.db.query(
      `WITH j AS (UPDATE job SET taken_until = taken_until - interval '${PASSED}' WHERE status = 'taken' RETURNING 1)
       UPDATE email_delivery SET lease_until = lease_until - interval '${PASSED}' WHERE lease_until IS NOT NULL AND status = 'pending'`,
    );
  const addPeople = (count: number) => {
    for (let index = 0; index < count; index += 1) people.add(projectId, { email: `p${index}@example.com` });
  };

  it(`leaves nobody out within 90 s of the next start, and of the mails that arrive twice there are at most ${BATCH} a kill, with the same Message-ID and Date`, async () => {
    addPeople(PEOPLE);
    const id = await start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = sink.mails.length;
      await eventually(() => expect(sink.mails.length).toBeGreaterThan(before + BETWEEN), 120_000);
      await engagement.kill();
      await passTime();
      engagement.start();
      await engagement.ready();
      await eventually(() => caller.health());
    }
    const item = await finished(id);
    expect(item).toMatchObject({ sent: PEOPLE, stats: { sent: PEOPLE, failed: 0, skipped: 0 } });
    const byAddress = new Map<string, Set<string>>();
    for (const { to, email } of sink.mails)
      byAddress.set(to, (byAddress.get(to) ?? new Set()).add(`${email.messageId} ${email.date}`));
    expect(byAddress.size).toBe(PEOPLE);
    expect([...byAddress.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(sink.mails.length - PEOPLE).toBeLessThanOrEqual(KILLS * BATCH);
  }, 600_000);

  it('fails the one mail with which its process dies each time, and sends the others', async () => {
    const poison = 'poison@example.com';
    addPeople(60);
    people.add(projectId, { email: poison });
    addPeople(60);
    for (const [index, person] of people.all.entries())
      if (index > 60) person.email = `q${index}@example.com`;
    let deaths = 0;
    sink.beforeTaking = async (address) => {
      if (address !== poison) return;
      deaths += 1;
      await engagement.kill();
      await passTime();
      engagement.start();
      throw new Error('Its process is dead.');
    };
    const item = await finished(await start());
    expect(item).toMatchObject({ sent: 120, stats: { sent: 120, failed: 1, skipped: 0 } });
    expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(120);
    // The first one may have been of any of those that were in hand.
    expect(deaths).toBe(4);
  }, 300_000);

  it('sends all once when the mail server is slow, is away for some attempts and refuses some', async () => {
    addPeople(100);
    const refused = new Set(['p3@example.com', 'p4@example.com']);
    const away = new Set(['p5@example.com', 'p6@example.com', 'p7@example.com']);
    sink.answer = (address) => {
      if (refused.has(address)) return '550 5.1.1 No such user';
      return away.delete(address) ? '421 4.3.2 Going away' : undefined;
    };
    sink.beforeTaking = () => sleep(100);
    const item = await finished(await start());
    expect(item).toMatchObject({ sent: 98, stats: { sent: 98, bounced: 2, failed: 0 } });
    expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(98);
    expect(sink.mails).toHaveLength(98);
  }, 300_000);
});
