import { createSealer, signUnsubscribe } from '@parley/auth';
import { unavailable } from '@parley/errors';
import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';

const CONTACT = '0000000000000000000000f1';
const TOKEN = signUnsubscribe(createSealer(['0123456789abcdef0123456789abcdef']), {
  projectId: PROJECT,
  contactId: CONTACT,
});

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.calls.splice(0);
  gateway.answers['setMailSubscription'] = () => ({});
});

const at = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${gateway.url}/unsubscribe/${path}`, { redirect: 'manual', ...init });

const asked = (): unknown[] =>
  gateway.calls.map(({ rpc, request, context }) => ({ rpc, ...request, project: context.scope.projectId }));

const unsubscribed = {
  rpc: 'setMailSubscription',
  contactId: CONTACT,
  subscribed: false,
  project: PROJECT,
};

describe('the page behind the unsubscribe link of a mail', () => {
  it.each(['GET', 'HEAD'])('does nothing on %s, because mail scanners look at every link', async (method) => {
    const response = await at(TOKEN, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(asked()).toEqual([]);
  });

  it('shows a button that posts to itself, and lets in no script', async () => {
    const response = await at(TOKEN);
    expect(await response.text()).toContain(`<form method="post" action="${TOKEN}">`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('script-src');
    expect((await at('page.css')).status).toBe(200);
  });

  it.each([
    [
      'as RFC 8058 says',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    ],
    ['as multipart', { 'content-type': 'multipart/form-data; boundary=b' }, '--b\r\n\r\n--b--'],
    ['by the button', {}, undefined],
  ])('unsubscribes with one POST %s, without redirect', async (_how, headers, body) => {
    const response = await at(TOKEN, { method: 'POST', headers, ...(body && { body }) });
    expect(response.status).toBe(200);
    expect(asked()).toEqual([unsubscribed]);
    expect(await response.text()).toContain(`action="${TOKEN}/undo"`);
  });

  it('subscribes again by the button of the answer, and back', async () => {
    const response = await at(`${TOKEN}/undo`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect(asked()).toEqual([{ ...unsubscribed, subscribed: true }]);
    expect(await response.text()).toContain(`action="../${TOKEN}"`);
  });

  it.each([
    ['GET', TOKEN.replace('f1', 'f2')],
    ['POST', TOKEN.replace('f1', 'f2')],
    ['POST', `${TOKEN.slice(0, -2)}AA`],
    ['POST', `${TOKEN.replace('f1', 'f2')}/undo`],
    ['GET', `${TOKEN}/undo`],
    ['POST', 'x'],
    ['GET', ''],
  ])('is 404 for a link that was not made here: %s %s', async (method, path) => {
    expect((await at(path, { method })).status).toBe(404);
    expect(asked()).toEqual([]);
  });

  it('says so when the contacts service is away, so that the mail program tries again', async () => {
    gateway.answers['setMailSubscription'] = () => {
      throw unavailable('The contacts service is away.');
    };
    expect((await at(TOKEN, { method: 'POST' })).status).toBe(503);
  });
});
