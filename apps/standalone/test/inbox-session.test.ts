import { eventually } from '@parley/testing';
import { type Answer, type Api, createApi, ok } from './support/api';
import { closeLive, findRealtime, listen } from './support/live';
import type { Mailbox } from './support/mailbox';
import { newAddress, openAccount, type Person } from './support/people';
import type { PlatformUnderTest } from './support/platform';
import { sharePlatform } from './support/shared-platform';
import { WebSocket } from 'ws';

const PASSWORD = 'correct horse battery';
const marked = { 'x-requested-with': 'inbox' };

describe('the session of the inbox', () => {
  let platform: PlatformUnderTest;
  let mailbox: Mailbox;
  let leave: () => Promise<void>;
  let person: Person;
  let project: { id: string; apiToken: string };
  const anonymous = createApi(() => `${platform.origin}/v3`);
  beforeAll(async () => {
    ({ platform, mailbox, leave } = await sharePlatform());
    person = await openAccount(anonymous, mailbox, newAddress('inbox'), 'Ada Inbox');
    project = ok(await person.api.call('POST', '/projects', { name: 'Web shop' }));
  });
  afterAll(() => leave());
  afterEach(closeLive);

  const signIn = (email = person.email, password = PASSWORD): Promise<Answer> =>
    anonymous.call('POST', '/inbox/session', { email, password }, marked);

  /** The cookie that an answer sets, as a browser sends it back. */
  const readCookie = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';')[0] ?? '';

  /** A client as a page of the platform, with nothing but the cookie. */
  const asPage = (cookie: string): Api => ({
    ...anonymous,
    call: (method, path, body, headers) =>
      anonymous.call(method, path, body, {
        ...marked,
        cookie,
        origin: platform.origin,
        'sec-fetch-site': 'same-origin',
        project: project.id,
        ...headers,
      }),
  });

  it('begins with e-mail and password: the answer has the user, the token is in a cookie alone', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id, email: person.email } } });
    expect(Object.keys(answer.body)).toEqual(['user']);
    const cookie = answer.headers.get('set-cookie') ?? '';
    const token = /^parley_inbox=([\w.-]+); Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/.exec(
      cookie.replace('86399', '86400'),
    )?.[1];
    expect(token?.split('.')).toHaveLength(3);
    expect(JSON.stringify(answer.body)).not.toContain(token);

    const page = asPage(readCookie(answer));
    expect(ok(await page.call('GET', '/users/me'))).toMatchObject({ id: person.id });
    const ticket = ok(await page.call('POST', '/tickets', { title: 'By cookie' }));
    expect(ok(await page.call('GET', `/tickets/${ticket.id}`)).title).toBe('By cookie');
    expect(platform.output()).not.toContain(token);
    expect(platform.output()).not.toContain(PASSWORD);
  });

  it('is refused as a login is: 401 invalid_credentials, 400 without a field, 429 after too many', async () => {
    for (const answer of [await signIn(person.email, 'wrong horse'), await signIn(newAddress('nobody'))]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await anonymous.call('POST', '/inbox/session', {}, marked)).toMatchObject({ status: 400 });
    const email = newAddress('guessed');
    const login = (): Promise<Answer> => anonymous.call('POST', '/users/login', { email, password: 'x' });
    const tries = await Promise.all(Array.from({ length: 10 }, () => [signIn(email, 'x'), login()]).flat());
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await signIn(email, 'x')).status).toBe(429);
    expect((await login()).status).toBe(429);
  });

  it('begins, ends and counts for own pages only', async () => {
    const refused = { status: 403, body: { code: 'cookie_not_allowed' } };
    const body = { email: person.email, password: PASSWORD };
    const foreign = { ...marked, origin: 'https://evil.example.com' };
    expect(await anonymous.call('POST', '/inbox/session', body)).toMatchObject(refused);
    expect(await anonymous.call('POST', '/inbox/session', body, foreign)).toMatchObject(refused);
    expect(await anonymous.call('DELETE', '/inbox/session', undefined, foreign)).toMatchObject(refused);
    const cookie = readCookie(await signIn());
    const page = asPage(cookie);
    expect(await page.call('GET', '/tickets', undefined, foreign)).toMatchObject(refused);
    expect(await page.call('GET', '/tickets', undefined, { 'sec-fetch-site': 'same-site' })).toMatchObject(
      refused,
    );
    expect(await anonymous.call('PUT', '/users/me', { jobTitle: 'Cook' }, { cookie })).toMatchObject(refused);
    expect((await anonymous.call('GET', '/users/me', undefined, { cookie })).status).toBe(200);
  });

  it('yields to a header Authorization', async () => {
    const other = await openAccount(anonymous, mailbox, newAddress('other'), 'Bea Other');
    const cookie = readCookie(await signIn());
    expect(ok(await other.api.call('GET', '/users/me', undefined, { cookie })).id).toBe(other.id);
  });

  it('ends by DELETE, with or without a good cookie: the cookie is cleared', async () => {
    for (const cookie of ['', 'parley_inbox=broken', readCookie(await signIn())]) {
      const answer = await asPage(cookie).call('DELETE', '/inbox/session');
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(answer.headers.get('set-cookie')).toBe(
        'parley_inbox=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      );
    }
  });

  it('ends with the password: after a reset it is 401 invalid_token, and is cleared', async () => {
    const { email } = await openAccount(anonymous, mailbox, newAddress('reset'), 'Rita Reset');
    const page = asPage(readCookie(await signIn(email)));
    expect((await page.call('GET', '/users/me')).status).toBe(200);
    ok(await anonymous.call('POST', '/users/password/forgot', { email }));
    const { text = '' } = await mailbox.waitFor(email, ({ subject }) => subject?.startsWith('Set') ?? false);
    const token = /#reset=([\w-]+)/.exec(text)?.[1];
    ok(await anonymous.call('POST', '/users/password/reset', { token, password: 'another horse' }));
    await eventually(async () => {
      const answer = await page.call('GET', '/users/me');
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
      expect(answer.headers.get('set-cookie')).toContain('parley_inbox=; Max-Age=0;');
    });
    expect((await signIn(email, 'another horse')).status).toBe(200);
  });

  it('signs live channels by the REST call alone, and opens no other surface', async () => {
    const cookie = readCookie(await signIn());
    const realtime = await findRealtime(anonymous, project.apiToken);
    const path = '/realtime/channel-auth';
    const channel = `private-project-${project.id}`;
    const live = listen(realtime, channel, { api: asPage(cookie), path });
    expect(await live.began).toEqual(expect.any(Number));
    const unsigned = await anonymous.call(
      'POST',
      path,
      { socket_id: '1.1', channel_name: channel },
      { cookie, project: project.id },
    );
    expect(unsigned.status).toBe(403);
    const { key, host, port } = realtime;
    const socket = new WebSocket(`ws://${host}:${port}/app/${key}?protocol=7`, { headers: { cookie } });
    const heard = new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const { event } = JSON.parse(data.toString()) as { event: string };
        if (event !== 'pusher:connection_established') return resolve(event);
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
      });
    });
    expect(await heard).toMatch(/error/);
    socket.close();
    const post = (where: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${platform.origin}${where}`, {
        method: 'POST',
        headers: { ...marked, cookie, 'content-type': 'application/json', ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    const answers = [
      await post('/mcp', { project: project.id }),
      await post('/v3/shared/sessions'),
      await post('/admin/identify'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
