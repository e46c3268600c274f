import { newId } from '@parley/persistence';
import { PushNotificationsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_notifications_service';
import { PushSubscriptionsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_subscriptions_service';
import { type CallContext, createClient, createNetworkCaller, startRpcServer } from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  startNats,
  startPushService,
} from '@parley/testing';
import { BATCH } from '../src/campaigns/send-mails';
import { document, required, silentObserver, workspace } from './support/mailing';
import { createPeople } from './support/people';

const PEOPLE = 600;
const BETWEEN = 120;
const KILLS = 3;
/** Due deliveries leave within 90 s of the next start. */
const PASSED = '85 seconds';

describeWith('nats')(`a push notification to ${PEOPLE} whose process is killed with kill -9`, () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it(`reaches all, and those that arrive twice, at most ${BATCH} a kill, take the place of the first`, async () => {
    const projectId = newId();
    const people = createPeople();
    const [database, nats, service] = await Promise.all([
      createTestDatabase('push_kill'),
      startNats(),
      startPushService(),
    ]);
    ends.push(database.drop, nats.stop, service.close);
    const peers = await startRpcServer({
      address: '127.0.0.1:0',
      services: [...people.implementations, workspace],
      observer: silentObserver,
    });
    ends.push(() => peers.close(100));
    const target = `127.0.0.1:${peers.port}`;
    const engagement = await createServiceProcess('engagement', {
      ENGAGEMENT_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      CONTACTS_URL: target,
      WORKSPACE_URL: target,
      TICKETS_URL: '127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'support@parley.example',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      PUBLIC_URL: 'http://parley.example',
      LOG_LEVEL: 'error',
    });
    ends.push(() => engagement.kill());
    const caller = createNetworkCaller({ service: 'engagement', target: engagement.address });
    ends.push(() => caller.close());
    const pushes = createClient(PushNotificationsServiceDefinition, caller);
    const subscriptions = createClient(PushSubscriptionsServiceDefinition, caller);
    const start = async (): Promise<void> => {
      engagement.start();
      await engagement.ready();
      await eventually(() => caller.health());
    };
    const context = (actor: CallContext['scope']['actor']): CallContext => ({
      requestId: 'test',
      scope: { actor, projectId, organisationId: newId(), role: 'user' },
      deadline: Date.now() + 30_000,
      signal: new AbortController().signal,
    });
    const user = () => context({ type: 'user', id: newId(), email: 'a@b.example', confirmed: true });
    const contactsOf = new Map<string, string>();
    await start();
    for (let count = 0; count < PEOPLE; count += 1) {
      const { id, svcId = '' } = people.add(projectId);
      const as = context({ type: 'contact', id: svcId });
      const browser = service.subscribe((await subscriptions.getPushKey({}, as)).publicKey);
      contactsOf.set(browser.endpoint, id);
      await subscriptions.subscribePush(browser, as);
    }
    const item = {
      ...{ name: 'Sale', status: 'live', subject: 'Hello', message: document('Hello') },
      config: { url: 'https://shop.example/' },
    };
    const { id } = required((await pushes.createPushNotification({ item }, user())).item);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = service.messages.length;
      await eventually(() => expect(service.messages.length).toBeGreaterThan(before + BETWEEN), 120_000);
      await engagement.kill();
      await database.db.query(
        `WITH j AS (UPDATE job SET taken_until = taken_until - interval '${PASSED}' WHERE status = 'taken' RETURNING 1)
         UPDATE email_delivery SET lease_until = lease_until - interval '${PASSED}' WHERE lease_until IS NOT NULL AND status = 'pending'`,
      );
      await start();
    }
    await eventually(async () => {
      const { item: now } = await pushes.getPushNotification({ pushNotificationId: id }, user());
      expect(now).toMatchObject({
        status: 'finished',
        sent: PEOPLE,
        stats: { sent: PEOPLE, pending: 0, failed: 0 },
      });
    }, 240_000);
    const byContact = new Map<string, Set<string>>();
    for (const { endpoint, topic = '', payload } of service.messages) {
      const contact = required(contactsOf.get(endpoint));
      const { tag } = JSON.parse(payload) as { tag: string };
      byContact.set(contact, (byContact.get(contact) ?? new Set()).add(`${topic} ${tag}`));
    }
    expect(byContact.size).toBe(PEOPLE);
    expect([...byContact.values()].every((names) => names.size === 1)).toBe(true);
    expect(service.messages.length - PEOPLE).toBeLessThanOrEqual(KILLS * BATCH);
    expect(service.faults).toEqual([]);
  }, 600_000);
});
