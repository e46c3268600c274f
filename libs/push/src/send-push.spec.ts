import { createOutbound, type Outbound } from '@parley/outbound';
import { type PushService, startPushService } from '@parley/testing';
import { createPushKeys, type PushOutcome, type PushSubscription, readSubscription, sendPush } from './index';

const message = { payload: '{"title":"Grüße"}', topic: 'one', ttl: 60 };

let service: PushService;
let outbound: Outbound;
const keys = { ...createPushKeys(), contact: 'support@parley.example' };

beforeAll(async () => {
  service = await startPushService();
  outbound = createOutbound({ allowedNetworks: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await outbound.close();
  await service.close();
});

const subscribe = (): PushSubscription => {
  const { endpoint, keys: sent } = service.subscribe(keys.publicKey);
  return readSubscription(outbound, { endpoint, ...sent });
};
const sendTo = (subscription: PushSubscription, more = {}): Promise<PushOutcome> =>
  sendPush(outbound, keys, subscription, { ...message, ...more });

describe('a push', () => {
  it('arrives encrypted and signed, with its topic and how long it is kept', async () => {
    const subscription = subscribe();
    expect(await sendTo(subscription)).toEqual({ kind: 'sent' });
    expect(service.messages.at(-1)).toEqual({
      ...message,
      endpoint: subscription.endpoint,
      contact: 'mailto:support@parley.example',
    });
    expect(service.faults).toEqual([]);
  });

  it('may have 3,993 bytes', async () => {
    const subscription = subscribe();
    expect(await sendTo(subscription, { payload: 'x'.repeat(3_993) })).toEqual({ kind: 'sent' });
    expect(await sendTo(subscription, { payload: 'x'.repeat(3_994) })).toMatchObject({ kind: 'failed' });
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [429, 'retry'],
    [503, 'retry'],
    [403, 'failed'],
    [302, 'failed'],
  ])('that is answered with %d is %s', async (status, kind) => {
    service.answer = () => status;
    expect(await sendTo(subscribe())).toMatchObject({ kind });
    service.answer = () => undefined;
  });

  it('is tried again when nobody listens, and never goes to a forbidden address', async () => {
    const subscription = subscribe();
    expect(await sendTo({ ...subscription, endpoint: 'http://127.0.0.1:1/x' })).toEqual({ kind: 'gone' });
    expect(await sendTo({ ...subscription, endpoint: 'http://127.0.0.1:1025/x' })).toMatchObject({
      kind: 'retry',
    });
    const guarded = createOutbound({ allowedNetworks: [] });
    expect(await sendPush(guarded, keys, subscription, message)).toEqual({ kind: 'gone' });
    expect(() => readSubscription(guarded, subscription)).toThrow();
    await guarded.close();
  });
});

describe('a subscription', () => {
  it('has an address that may be called and keys that can be used', () => {
    const subscription = subscribe();
    const wrong: [keyof PushSubscription, string, string][] = [
      ['endpoint', 'ftp://push.example/1', 'endpoint'],
      ['endpoint', 'http://10.0.0.1/', 'endpoint'],
      ['endpoint', `https://push.example/${'x'.repeat(2_048)}`, 'endpoint'],
      ['p256dh', Buffer.alloc(65, 4).toString('base64url'), 'keys.p256dh'],
      ['p256dh', '', 'keys.p256dh'],
      ['auth', 'short', 'keys.auth'],
    ];
    for (const [field, value, named] of wrong)
      expect(() => readSubscription(outbound, { ...subscription, [field]: value })).toThrow(
        expect.objectContaining({ fields: [expect.objectContaining({ field: named })] }),
      );
  });
});
