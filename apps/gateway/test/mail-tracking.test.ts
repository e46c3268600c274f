import { createSealer, signClick, signUnsubscribe } from '@parley/auth';
import { unavailable } from '@parley/errors';
import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';

const sealer = createSealer(['0123456789abcdef0123456789abcdef']);
const DELIVERY = '0000000000000000000000f1';
const makeToken = (url: string): string =>
  signClick(sealer, { projectId: PROJECT, deliveryId: DELIVERY, url });

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.calls.splice(0);
  for (const rpc of ['trackOpen', 'trackClick', 'noteUnsubscribed', 'setMailSubscription'])
    gateway.answers[rpc] = () => ({});
});

const at = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'GoogleImageProxy' },
    ...init,
  });
const asked = () => gateway.calls.map(({ rpc, request }) => ({ rpc, ...request }));

describe('GET /o/<token>.gif', () => {
  it.each(['a-true.token', 'none', 'x.y.z'])('is the same image for %s, kept by nobody', async (token) => {
    const response = await at(`/o/${token}.gif`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('cache-control')).toContain('no-store');
    const image = Buffer.from(await response.arrayBuffer());
    expect(image.subarray(0, 6).toString('latin1')).toBe('GIF89a');
    expect([image.readUInt16LE(6), image.readUInt16LE(8)]).toEqual([1, 1]);
    expect(asked()).toEqual([{ rpc: 'trackOpen', token, userAgent: 'GoogleImageProxy' }]);
  });

  it('counts nothing on HEAD', async () => {
    expect((await at('/o/x.gif', { method: 'HEAD' })).status).toBe(200);
    expect(asked()).toEqual([]);
  });

  it('is there when the count cannot be kept', async () => {
    gateway.answers['trackOpen'] = () => {
      throw unavailable('away');
    };
    expect((await at('/o/x.gif')).status).toBe(200);
  });
});

describe('GET /c/<token>', () => {
  it.each([
    ['https://shop.example/a?b=1&c=%20#d&e', 'https://shop.example/a?b=1&c=%20#d&e'],
    ['http://shop.example', 'http://shop.example'],
    ['https://shop.example/Größe?q=ä#ü', 'https://shop.example/Gr%C3%B6%C3%9Fe?q=%C3%A4#%C3%BC'],
    ['https://SHOP.example:443/../x', 'https://SHOP.example:443/../x'],
    ['https://shop.example/a\r\nSet-Cookie: x=1', 'https://shop.example/a%0D%0ASet-Cookie:%20x=1'],
  ])('leads to exactly %j', async (url, location) => {
    const token = makeToken(url);
    const response = await at(`/c/${token}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(asked()).toEqual([{ rpc: 'trackClick', token, userAgent: 'GoogleImageProxy' }]);
  });

  it('counts nothing on HEAD and answers it all the same', async () => {
    const response = await at(`/c/${makeToken('https://shop.example/')}`, { method: 'HEAD' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://shop.example/']);
    expect(asked()).toEqual([]);
  });

  it('leads there also when the count cannot be kept', async () => {
    gateway.answers['trackClick'] = () => {
      throw unavailable('away');
    };
    expect((await at(`/c/${makeToken('https://shop.example/')}`)).status).toBe(302);
  });

  it.each([
    'x',
    'https:%2F%2Fevil.example',
    `${makeToken('https://shop.example/').slice(0, -2)}xx`,
    signUnsubscribe(sealer, { projectId: PROJECT, contactId: DELIVERY, deliveryId: DELIVERY }),
  ])('is 404 and no redirect for %s', async (token) => {
    const response = await at(`/c/${token}`);
    expect([response.status, response.headers.get('location')]).toEqual([404, null]);
    expect(asked()).toEqual([]);
  });
});

describe('the unsubscribe page of an engagement e-mail', () => {
  const token = signUnsubscribe(sealer, { projectId: PROJECT, contactId: DELIVERY, deliveryId: DELIVERY });

  it('counts for the item with the POST, not with the GET', async () => {
    expect((await at(`/unsubscribe/${token}`)).status).toBe(200);
    expect(asked()).toEqual([]);
    expect((await at(`/unsubscribe/${token}`, { method: 'POST' })).status).toBe(200);
    expect(asked()).toEqual([
      { rpc: 'setMailSubscription', contactId: DELIVERY, subscribed: false },
      { rpc: 'noteUnsubscribed', deliveryId: DELIVERY },
    ]);
  });

  it('unsubscribes also when that cannot be counted', async () => {
    gateway.answers['noteUnsubscribed'] = () => {
      throw unavailable('away');
    };
    expect((await at(`/unsubscribe/${token}`, { method: 'POST' })).status).toBe(200);
  });
});
