import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { createSealer } from '@parley/auth';
import { eventually, type PushService, startPushService } from '@parley/testing';
import { resealPushKeys } from '../src/pushes';
import { MAX_SUBSCRIPTIONS } from '../src/pushes/subscription.store';
import type { Person } from './support/people';
import { document, type Mailing, PUBLIC_URL, required, SECRET, startMailing } from './support/mailing';

let mailing: Mailing;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  mailing = await startMailing(['127.0.0.0/8']);
});
afterAll(async () => {
  await mailing.stop();
  await service.close();
});
beforeEach(() => {
  mailing.newProject();
  service.messages.length = 0;
  service.answer = () => undefined;
});
afterEach(() => expect(service.faults).toEqual([]));

const as = () => mailing.as('user');
const subscribe = async (person: Person): Promise<string> => {
  const { publicKey } = await mailing.pushSubscriptions.getPushKey({}, mailing.asContact(person));
  const subscription = service.subscribe(publicKey);
  await mailing.pushSubscriptions.subscribePush(subscription, mailing.asContact(person));
  return subscription.endpoint;
};
const subscriber = async (fields: Parameters<Mailing['people']['add']>[1] = {}): Promise<Person> => {
  const person = mailing.people.add(mailing.projectId, fields);
  await subscribe(person);
  return person;
};
const create = async (changes: Record<string, unknown> = {}): Promise<EngagementItem> => {
  const item = {
    name: 'Sale',
    status: 'live',
    subject: 'Hello {{name|there}}',
    message: document('Pots are cheap today'),
    config: { url: 'https://shop.example/pots?x=1#y', icon: 'https://shop.example/icon.png' },
    ...changes,
  };
  return required((await mailing.pushNotifications.createPushNotification({ item }, as())).item);
};
const read = async (pushNotificationId: string): Promise<EngagementItem> =>
  required((await mailing.pushNotifications.getPushNotification({ pushNotificationId }, as())).item);
const update = async (pushNotificationId: string, item: Record<string, unknown>): Promise<void> => {
  await mailing.pushNotifications.updatePushNotification({ pushNotificationId, item }, as());
};
const finished = (id: string): Promise<EngagementItem> =>
  eventually(async () => {
    const item = await read(id);
    expect(item.status).toBe('finished');
    return item;
  });
const payloads = () => service.messages.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
const endpoints = () =>
  mailing.db
    .query<{ endpoint: string }>('SELECT endpoint FROM push_subscription WHERE project_id = $1', [
      mailing.projectId,
    ])
    .then((rows) => rows.map(({ endpoint }) => endpoint));

describe('a push notification', () => {
  it('goes once to each subscribed contact of its audience, in its language, and is finished', async () => {
    const ada = await subscriber({ name: 'Ada', plan: 'pro' });
    const bob = await subscriber({ plan: 'pro', lang: 'de' });
    await subscriber({ plan: 'free' });
    await subscriber({ plan: 'pro', blocked: true });
    mailing.people.add(mailing.projectId, { plan: 'pro' });
    const { id } = await create({
      subject: { localized: { en: 'Hello {{name|there}}', de: 'Hallo {{name|du}}' } },
      conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
    const item = await finished(id);
    expect(item).toMatchObject({
      type: 'PUSH_NOTIFICATION',
      sent: 2,
      stats: { sent: 2, pending: 0, failed: 0, skipped: 0, shown: 0, clicked: 0 },
    });
    const rows = await mailing.deliveries(id);
    expect(rows.map(({ contactId, status }) => [contactId, status]).sort()).toEqual(
      [
        [ada.id, 'sent'],
        [bob.id, 'sent'],
      ].sort(),
    );
    expect(payloads().map(({ title }) => title)).toEqual(expect.arrayContaining(['Hello Ada', 'Hallo du']));
    const [message] = service.messages;
    const payload = required(payloads()[0]);
    expect(payload).toMatchObject({ body: 'Pots are cheap today', icon: 'https://shop.example/icon.png' });
    expect(message).toMatchObject({
      topic: payload['tag'],
      ttl: 86_400,
      contact: 'mailto:support@parley.example',
    });
    expect((await mailing.told(id)).map(({ verb, payload: of }) => [verb, of['type']])).toEqual([
      ['sent', 'PUSH_NOTIFICATION'],
      ['sent', 'PUSH_NOTIFICATION'],
    ]);
  });

  it('counts where it was shown and clicked, and leads to its page', async () => {
    const ada = await subscriber();
    const { id } = await create();
    await finished(id);
    const { shown = '', url = '' } = required(payloads()[0]);
    const token = (address: string, kind: string) =>
      required(new RegExp(`^${PUBLIC_URL}/${kind}/(.+?)(?:\\.gif)?$`).exec(address)?.[1]);
    const userAgent = 'Mozilla/5.0';
    await mailing.tracking.trackOpen({ token: token(shown, 'o'), userAgent }, as());
    await mailing.tracking.trackOpen({ token: token(shown, 'o'), userAgent }, as());
    await mailing.tracking.trackClick({ token: token(url, 'c'), userAgent }, as());
    expect((await read(id)).stats).toMatchObject({ shown: 1, clicked: 1 });
    expect(await mailing.results.getEngagementStatistics({ engagementId: id }, as())).toMatchObject({
      type: 'PUSH_NOTIFICATION',
      sent: { unique: 1, total: 1 },
      shown: { unique: 1, total: 2 },
      clicked: { unique: 1, total: 1 },
    });
    const { data } = await mailing.results.listEngagementRecipients({ engagementId: id }, as());
    expect(data).toEqual([
      expect.objectContaining({ status: 'sent', shownAt: expect.any(String), clickedAt: expect.any(String) }),
    ]);
    const { activities } = await mailing.engagements.listEngagementActivities({ engagementId: id }, as());
    expect(activities.map(({ type, session }) => [type, session?.id])).toEqual([
      ['clicked', ada.id],
      ['shown', ada.id],
      ['sent', ada.id],
    ]);
    expect((await mailing.told(id)).map(({ verb }) => verb)).toEqual(['sent', 'opened', 'opened', 'clicked']);
  });

  it('reaches all browsers of a contact, and deletes those that are gone', async () => {
    const ada = await subscriber();
    const phone = await subscribe(ada);
    service.answer = ({ endpoint }) => (endpoint === phone ? 410 : undefined);
    const { id } = await create();
    expect(await finished(id)).toMatchObject({ sent: 1 });
    expect(service.messages).toHaveLength(1);
    expect(await endpoints()).toEqual([service.messages[0]?.endpoint]);
    service.answer = () => 404;
    const second = await create();
    expect(await finished(second.id)).toMatchObject({ sent: 0, stats: { skipped: 1 } });
    expect(await mailing.deliveries(second.id)).toMatchObject([
      { status: 'skipped', reason: 'unsubscribed' },
    ]);
    expect(await endpoints()).toEqual([]);
  });

  it('is tried again later when the push service has no room, and fails when it is refused', async () => {
    await subscriber();
    service.answer = () => 503;
    const { id } = await create();
    await eventually(async () => expect((await mailing.deliveries(id))[0]?.attempts).toBe(1));
    service.answer = () => undefined;
    mailing.move(3_600_000);
    await finished(id);
    expect(service.messages).toHaveLength(1);
    service.answer = () => 403;
    const refused = await create();
    expect(await finished(refused.id)).toMatchObject({ sent: 0, stats: { failed: 1 } });
    expect(await mailing.deliveries(refused.id)).toMatchObject([
      { status: 'failed', reason: 'The push service answered 403.' },
    ]);
  });

  it('follows an event of a contact', async () => {
    const ada = await subscriber();
    const item = await create({ trigger: 'event', eventTrigger: 'order placed', eventTriggerDelay: 60 });
    const events = [{ id: 'e1', name: 'order placed', date: new Date().toISOString() }];
    await mailing.publish('contacts.v1.contact.tracked', ada.id, { events });
    await eventually(async () => expect(await mailing.deliveries(item.id)).toHaveLength(1));
    expect(service.messages).toEqual([]);
    mailing.move(61_000);
    await eventually(() => expect(service.messages).toHaveLength(1));
  });

  it('keeps what waits while it is paused, and skips it when it is finished', async () => {
    await subscriber();
    const later = new Date(Date.now() + 5_000).toISOString();
    const { id } = await create({ startSendingAfter: later });
    await update(id, { status: 'paused' });
    mailing.move(10_000);
    await update(id, { status: 'live' });
    await finished(id);
    expect(service.messages).toHaveLength(1);
  });

  it('is never mailed, also when its mails are asked for', async () => {
    const ada = await subscriber();
    const { id } = await create({ startSendingAfter: new Date(Date.now() + 60_000).toISOString() });
    mailing.move(61_000);
    service.answer = () => 503;
    await eventually(async () => expect((await mailing.deliveries(id))[0]?.attempts).toBe(1));
    mailing.move(3_600_000);
    await mailing.db.query(
      `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
       VALUES ('campaign mails', $1, $2, '{}', 'ready', now() - interval '1 minute', now())`,
      [mailing.projectId, id],
    );
    await eventually(async () =>
      expect(
        await mailing.db.query("SELECT 1 FROM job WHERE name = 'campaign mails' AND key = $1", [id]),
      ).toEqual([]),
    );
    expect(mailing.sink.mails).toEqual([]);
    expect(ada.email).toBeTruthy();
  });

  it('needs a title and a page to be live', async () => {
    for (const [changes, field] of [
      [{ subject: null }, 'subject'],
      [{ config: {} }, 'config.url'],
      [{ config: { url: 'javascript:alert(1)' } }, 'config.url'],
      [{ config: { url: `https://shop.example/${'ü'.repeat(400)}` } }, 'config.url'],
      [{ trigger: 'page' }, 'trigger'],
    ] as const)
      await expect(create(changes)).rejects.toMatchObject({ fields: [{ field }] });
  });

  it('is cut to what a push service takes', async () => {
    await subscriber();
    const { id } = await create({
      subject: '"'.repeat(500),
      message: document('ü"'.repeat(5_000)),
      config: {
        url: `https://shop.example/${'x'.repeat(1_000)}`,
        icon: `https://shop.example/${'i'.repeat(490)}`,
        image: `https://shop.example/${'p'.repeat(490)}`,
      },
    });
    expect(await finished(id)).toMatchObject({ sent: 1 });
    expect(Buffer.byteLength(required(service.messages[0]).payload)).toBeLessThanOrEqual(3_900);
  });

  it('is no item of widgets', async () => {
    const ada = await subscriber();
    const { id } = await create({ startSendingAfter: new Date(Date.now() + 60_000).toISOString() });
    mailing.move(61_000);
    const { engagements } = await mailing.widgets.listDueEngagements({ url: '' }, mailing.asContact(ada));
    expect(engagements).toEqual([]);
    await expect(
      mailing.widgets.reportEngagement({ engagementId: id, event: 'seen' }, mailing.asContact(ada)),
    ).rejects.toMatchObject({ reason: 'ENGAGEMENT_NOT_FOUND' });
  });
});

describe('a subscription', () => {
  it('is for the keys of the project, made once, of which the private one is sealed', async () => {
    const ada = mailing.people.add(mailing.projectId);
    const ask = () => mailing.pushSubscriptions.getPushKey({}, mailing.asContact(ada));
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask));
    for (const one of others) expect(one).toEqual(first);
    await mailing.restart();
    expect(await ask()).toEqual(first);
    const keys = await mailing.db.query<{ sealed_key: string }>(
      'SELECT * FROM push_key WHERE project_id = $1',
      [mailing.projectId],
    );
    expect(keys).toHaveLength(1);
    expect(mailing.sealer.open(required(keys[0]).sealed_key, `push key:${mailing.projectId}`)).toMatch(
      /^[\w-]{43}$/,
    );
    const sealers = createSealer(['another secret for tests, long enough', SECRET]);
    const reseal = () => resealPushKeys({ db: mailing.db, sealer: sealers });
    expect(await reseal()).toBeGreaterThan(0);
    expect(await reseal()).toBe(0);
    const [resealed] = await mailing.db.query<{ sealed_key: string }>(
      'SELECT * FROM push_key WHERE project_id = $1',
      [mailing.projectId],
    );
    expect(sealers.open(required(resealed).sealed_key, `push key:${mailing.projectId}`)).toMatch(
      /^[\w-]{43}$/,
    );
    await mailing.db.query('DELETE FROM push_key');
    mailing.newProject();
    const other = mailing.people.add(mailing.projectId);
    const foreign = await mailing.pushSubscriptions.getPushKey({}, mailing.asContact(other));
    expect(foreign).not.toEqual(first);
  });

  it('belongs to the contact that subscribed last; of each the latest ten are kept', async () => {
    const [ada, bob] = [mailing.people.add(mailing.projectId), mailing.people.add(mailing.projectId)];
    const { publicKey } = await mailing.pushSubscriptions.getPushKey({}, mailing.asContact(ada));
    const browser = service.subscribe(publicKey);
    await mailing.pushSubscriptions.subscribePush(browser, mailing.asContact(ada));
    await mailing.pushSubscriptions.subscribePush(browser, mailing.asContact(bob));
    const { id } = await create();
    await finished(id);
    expect(await mailing.deliveries(id)).toMatchObject([{ contactId: bob.id }]);
    for (let count = 0; count < MAX_SUBSCRIPTIONS + 2; count += 1) {
      mailing.move(1_000);
      await subscribe(bob);
    }
    expect(await endpoints()).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(await endpoints()).not.toContain(browser.endpoint);
  });

  it('ends when the browser unsubscribes, and when its contact is deleted', async () => {
    const [ada, bob] = [mailing.people.add(mailing.projectId), mailing.people.add(mailing.projectId)];
    const endpoint = await subscribe(ada);
    await mailing.pushSubscriptions.unsubscribePush({ endpoint }, mailing.asContact(bob));
    expect(await endpoints()).toEqual([endpoint]);
    await mailing.pushSubscriptions.unsubscribePush({ endpoint }, mailing.asContact(ada));
    expect(await endpoints()).toEqual([]);
    await subscribe(ada);
    await mailing.publish('contacts.v1.contact.deleted', ada.id, {});
    expect(await endpoints()).toEqual([]);
    mailing.people.all.length = 0;
    expect(await mailing.pushSubscriptions.unsubscribePush({ endpoint }, mailing.asContact(ada))).toEqual({
      success: true,
    });
  });

  it('of a merged guest is of the contact that it was merged into', async () => {
    const guest = await subscriber();
    const ada = mailing.people.add(mailing.projectId);
    await mailing.publish('contacts.v1.contact.merged', guest.id, { into: { id: ada.id } });
    mailing.people.all.splice(mailing.people.all.indexOf(guest), 1);
    const { id } = await create();
    await finished(id);
    expect(await mailing.deliveries(id)).toMatchObject([{ contactId: ada.id, status: 'sent' }]);
  });

  it('is 400 for an address that may not be called or keys that cannot be used', async () => {
    const ada = mailing.people.add(mailing.projectId);
    const { publicKey } = await mailing.pushSubscriptions.getPushKey({}, mailing.asContact(ada));
    const browser = service.subscribe(publicKey);
    for (const [changes, field] of [
      [{ endpoint: 'http://169.254.169.254/latest' }, 'endpoint'],
      [{ keys: { ...browser.keys, p256dh: 'AAAA' } }, 'keys.p256dh'],
    ] as const)
      await expect(
        mailing.pushSubscriptions.subscribePush({ ...browser, ...changes }, mailing.asContact(ada)),
      ).rejects.toMatchObject({ fields: [{ field }] });
    expect(await endpoints()).toEqual([]);
  });
});
