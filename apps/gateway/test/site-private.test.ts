import { createSealer } from '@parley/auth';
import { unauthenticated } from '@parley/errors';
import { SignJWT } from 'jose';
import { DOMAIN, site, startTestSite, type TestSite } from './support/site';

const SECRET = 'the secret that proves who contacts are, of the project';
const FORMER = 'the former secret of the project, accepted for some time';
const LOGIN = 'https://shop.example/help-login?from=help';
const privateSite = {
  ...site,
  sessionSecrets: [SECRET, FORMER],
  helpcenter: { ...site.helpcenter, access: 'private', loginUrl: LOGIN },
};
const readers = {
  ada: { id: 'contact-ada', svcId: 'svc-ada.1', userId: 'ada', blocked: false },
  eve: { id: 'contact-eve', svcId: 'svc-eve', userId: 'eve', blocked: true },
};

let gateway: TestSite;
let clock: number;
beforeAll(async () => {
  gateway = await startTestSite({ now: () => clock });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  clock = Date.now();
  gateway.reset();
  Object.assign(gateway.answers, {
    resolveHelpcenterSite: ({ site: name, domain }: { site: string; domain: string }) => {
      if (domain === DOMAIN) return { ...privateSite, customDomain: DOMAIN };
      return name === 'open' ? { ...site, slug: 'open', sessionSecrets: [SECRET] } : privateSite;
    },
    createContact: ({ contact }: { contact: { userId: 'ada' | 'eve' } }) => ({
      contact: readers[contact.userId] ?? { id: 'contact-new', svcId: 'svc-new', blocked: false },
    }),
    getContact: ({ sessionId }: { sessionId: string }) => ({
      contact: Object.values(readers).find(({ id }) => id === sessionId),
    }),
    findContacts: ({ email }: { email: string }) => ({
      ids: Object.values(readers).flatMap(({ id, userId }) =>
        `${userId}@example.com` === email ? [id] : [],
      ),
    }),
    getTexts: ({ lang }: { lang: string }) => ({
      language: lang,
      texts: {
        'helpcenter.signIn.mail.subject': 'Sign in to {site}',
        'helpcenter.signIn.mail.text': 'Open {link} now',
        'helpcenter.signIn.sent': 'On its way',
      },
    }),
    getContactReferences: () => ({ contacts: Object.values(readers) }),
  });
});

const BASE = '/help/locked';
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

const token = (
  claims: object,
  { alg = 'HS256', secret = SECRET, iat = 0, exp = 300 as number | null } = {},
) => {
  const now = Math.floor(clock / 1000);
  const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg }).setIssuedAt(now + iat);
  if (exp !== null) jwt.setExpirationTime(now + exp);
  return jwt.sign(Buffer.from(secret));
};
const byToken = async (jwt: string, to = '/en/articles/12-refunds') =>
  gateway.ask(`${BASE}/sign-in?jwt=${encodeURIComponent(jwt)}&to=${encodeURIComponent(to)}`);
const cookieOf = ({ headers }: Awaited<ReturnType<TestSite['ask']>>): string =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const signIn = async (userId = 'ada'): Promise<string> =>
  cookieOf(await byToken(await token({ sub: userId })));

const actors = (rpc: string): unknown[] =>
  gateway.calls.filter((call) => call.rpc === rpc).map(({ context }) => context.scope.actor);

describe('an anonymous reader of a private help center', () => {
  it.each([
    '/en',
    '/en/articles/12',
    '/en/articles/12-refunds?q=1',
    '/EN/articles/12',
    '/en/articles/12/',
    '/en/collections/3',
    '/en/search?q=refunds',
    '/en/nothing',
    '/old/address',
  ])(
    'is led from %s to the sign-in, whatever there is, and no service is asked for content',
    async (path) => {
      const { status, headers, text } = await gateway.ask(`${BASE}${path}`);
      expect(status).toBe(302);
      expect(headers.location).toBe(`${BASE}/en/sign-in?to=${encodeURIComponent(path)}`);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['set-cookie']).toBeUndefined();
      expect(text).toBe('');
      expect(gateway.calls.map(({ rpc }) => rpc).filter((rpc) => !/Texts|Helpcenter/.test(rpc))).toEqual([]);
    },
  );

  it.each(['/en/suggest?q=ref', '/en/feed.xml', '/sitemap.xml', '/sitemap-1.xml'])(
    'gets 401 for %s',
    async (path) => {
      const { status, headers } = await gateway.ask(`${BASE}${path}`);
      expect([status, headers['cache-control']]).toEqual([401, 'private, no-store']);
    },
  );

  it('sees a page with two ways to sign in, which no search engine indexes', async () => {
    const { status, headers, text } = await gateway.ask(`${BASE}/en/sign-in?to=/en/articles/12%3Fa=1`);
    expect(status).toBe(200);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain('<input type="hidden" name="to" value="/en/articles/12?a=1"/>');
    expect(text).toContain(`action="${BASE}/en/sign-in"`);
    expect(text).toContain(
      'href="https://shop.example/help-login?from=help&amp;return_to=%2Fen%2Farticles%2F12%3Fa%3D1"',
    );
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(text).not.toContain('role="search"');
  });

  it('of an own domain finds a robots.txt that disallows everything and names no sitemap', async () => {
    const { text } = await gateway.ask('/robots.txt', { headers: { host: DOMAIN } });
    expect(text).toBe('User-agent: *\nDisallow: /\n');
  });

  it('cannot vote: 303 to the sign-in', async () => {
    const { status, headers } = await form(`${BASE}/en/articles/12-refunds/feedback`, { vote: 'up' });
    expect([status, headers.location]).toEqual([303, `${BASE}/en/sign-in`]);
    expect(actors('rateArticle')).toEqual([]);
  });
});

describe('a token of the customer’s server', () => {
  it('signs a contact in for 30 days, in this site alone, and leads on', async () => {
    const answer = await byToken(await token({ sub: 'ada', email: 'ada@example.com', name: 'Ada' }));
    expect([answer.status, answer.headers.location]).toEqual([302, `${BASE}/en/articles/12-refunds`]);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    for (const part of ['Max-Age=2592000', `Path=${BASE}`, 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(part);
    const call = gateway.calls.find(({ rpc }) => rpc === 'createContact');
    expect(call?.request).toMatchObject({
      contact: { userId: 'ada', email: 'ada@example.com', name: 'Ada' },
    });
    const page = await gateway.ask(`${BASE}/en/articles/12-refunds`, {
      headers: { cookie: `other=1; ${cookieOf(answer)}` },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Within 14 days.');
    expect(page.text).toContain(`action="${BASE}/en/sign-out"`);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.headers.vary).toContain('Cookie');
    expect(actors('getVisibleArticle')).toEqual([{ type: 'contact', id: 'svc-ada.1' }]);
  });

  it('may name an address alone, and be signed with the former secret', async () => {
    gateway.answers['ensureContactByEmail'] = () => ({ contact: { id: 'contact-ada' } });
    const answer = await byToken(await token({ email: 'ada@example.com' }, { secret: FORMER }));
    expect(answer.status).toBe(302);
    expect(cookieOf(answer)).toMatch(/^parley_help=./);
  });

  const refused: [string, () => Promise<string> | string][] = [
    ['another secret', () => token({ sub: 'ada' }, { secret: 'another secret, of nobody in this project' })],
    ['another algorithm', () => token({ sub: 'ada' }, { alg: 'HS512' })],
    [
      'no signature',
      () =>
        `${[{ alg: 'none' }, { sub: 'ada', iat: 1, exp: 9e9 }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
    ],
    ['no end', () => token({ sub: 'ada' }, { exp: null })],
    ['a life of more than 5 minutes', () => token({ sub: 'ada' }, { exp: 301 })],
    ['its end a minute ago', () => token({ sub: 'ada' }, { iat: -200, exp: -61 })],
    ['its beginning in the future', () => token({ sub: 'ada' }, { iat: 62, exp: 120 })],
    ['no reader', () => token({ name: 'Ada' })],
    ['a number as its reader', () => token({ userId: 7 })],
    ['an address that is none', () => token({ email: 'ada' })],
    ['control characters in its name', () => token({ sub: 'ada', name: 'A\0da' })],
    ['more than 4 KB', () => token({ sub: 'ada', more: 'x'.repeat(4_096) })],
    ['a blocked contact', () => token({ sub: 'eve' })],
    ['no form of a token', () => 'x.y.z'],
  ];
  it.each(refused)('with %s is 401 and signs no one in', async (_why, make) => {
    const answer = await byToken(await make());
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toContain('role="alert"');
  });

  it('may be a minute off', async () => {
    expect((await byToken(await token({ sub: 'ada' }, { iat: 55, exp: 300 }))).status).toBe(302);
    expect((await byToken(await token({ sub: 'ada' }, { iat: -200, exp: -55 }))).status).toBe(302);
  });
});

describe('where a reader goes after the sign-in', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/..//evil.example',
    '/../../evil',
    '/%2e%2e/%2e%2e/evil',
    'javascript:alert(1)',
    'evil',
    '/en/sign-in',
    '/en/sign-out',
    `/${'x'.repeat(2_048)}`,
  ])('is the home page in place of %j', async (to) => {
    const answer = await byToken(await token({ sub: 'ada' }), to);
    expect(answer.headers.location).toBe(`${BASE}/en`);
    const own = await gateway.ask(
      `/sign-in?jwt=${await token({ sub: 'ada' })}&to=${encodeURIComponent(to)}`,
      { headers: { host: DOMAIN } },
    );
    expect(own.headers.location).toMatch(/^\/(?:en|evil|%2e%2e\/%2e%2e\/evil)$/);
  });

  it('is a path with its query', async () => {
    const { headers } = await byToken(await token({ sub: 'ada' }), '/en/search?q=a%20b#x');
    expect(headers.location).toBe(`${BASE}/en/search?q=a%20b`);
  });
});

describe('a link by mail', () => {
  const ask = (email: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    form(`${BASE}/en/sign-in`, { email, ...more }, headers);
  const mails = () =>
    gateway.calls.filter(({ rpc }) => rpc === 'sendContactMail').map(({ request }) => request);
  const linkOf = (mail: Record<string, unknown> | undefined): string =>
    new URL(/https:\S+/.exec(String(mail?.['text']))?.[0] ?? '').href.replace(/^https:\/\/[^/]+/, '');

  it('goes to a contact with a user id; the answer is the same for all addresses, after half a second', async () => {
    const answers = [];
    for (const email of ['ADA@example.com ', 'nobody@example.com', 'eve@example.com']) {
      const startedAt = performance.now();
      const { status, text } = await ask(email);
      expect(performance.now() - startedAt).toBeGreaterThan(495);
      answers.push([status, text]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[1]).toContain('On its way');
    expect(mails()).toMatchObject([{ contactId: 'contact-ada', email: 'ada@example.com' }]);
  });

  it('that cannot be mailed is answered the same', async () => {
    gateway.answers['sendContactMail'] = () => Promise.reject(new Error('away'));
    expect((await ask('ada@example.com')).status).toBe(200);
  });

  it('shows a button, which works once and within 30 minutes', async () => {
    await ask('ada@example.com', { to: '/en/articles/12-refunds' });
    const path = linkOf(mails().at(-1));
    const local = path.replace('/help/shop', BASE);
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await gateway.ask(local);
      expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
      expect(page.text).toContain('<input type="hidden" name="to" value="/en/articles/12-refunds"/>');
    }
    const [target = ''] = local.split('?');
    const press = () => form(target, { to: '/en/articles/12-refunds' });
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
    const done = both.find(({ status }) => status === 303);
    expect(done?.headers.location).toBe(`${BASE}/en/articles/12-refunds`);
    expect(cookieOf(done as never)).toMatch(/^parley_help=./);
    expect((await press()).status).toBe(401);

    await ask('ada@example.com');
    const [later = ''] = linkOf(mails().at(-1)).replace('/help/shop', BASE).split('?');
    clock += 30 * 60_000;
    expect((await gateway.ask(later)).status).toBe(401);
    expect((await form(later, {})).status).toBe(401);
  });

  it('that is none, or of another installation, is 401', async () => {
    const foreign = createSealer(['another secret of another installation, long']);
    const text = [site.projectId, 'contact-ada', clock + 60_000, 'aa'].join('.');
    for (const made of ['x', foreign.sign(text, 'help center sign-in link')])
      expect((await form(`${BASE}/en/sign-in/${made}`, {})).status).toBe(401);
  });

  it('is asked for by our own pages only: 403', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await ask('ada@example.com', {}, headers as never)).status).toBe(403);
      expect((await form(`${BASE}/en/sign-out`, {}, headers as never)).status).toBe(403);
    }
    expect(mails()).toEqual([]);
  });

  it('is mailed 5 times an hour to an address, silently, and asked for 20 times by a network', async () => {
    const limited = await startTestSite();
    Object.assign(limited.answers, gateway.answers);
    const statuses: number[] = [];
    try {
      for (let turn = 0; turn < 21; turn += 1) {
        const { status } = await limited.ask(`${BASE}/en/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `email=${turn < 7 ? 'ada@example.com' : ''}`,
        });
        statuses.push(status);
      }
      expect(limited.calls.filter(({ rpc }) => rpc === 'sendContactMail')).toHaveLength(5);
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe('the session of a reader', () => {
  const read = (cookie: string, path = '/en/articles/12-refunds') =>
    gateway.ask(`${BASE}${path}`, { headers: { cookie } });

  it('ends after 30 days, when the cookie is changed, and in another project', async () => {
    const cookie = await signIn();
    expect((await read(cookie)).status).toBe(200);
    expect((await read(`${cookie}x`)).status).toBe(302);
    expect((await read(cookie.replace('svc-ada', 'svc-bob'))).status).toBe(302);
    clock += 30 * 24 * 60 * 60_000;
    expect((await read(cookie)).status).toBe(302);
  });

  it('ends when the secret it began with is no longer accepted', async () => {
    const cookie = await signIn();
    gateway.answers['resolveHelpcenterSite'] = () => ({ ...privateSite, sessionSecrets: [FORMER] });
    // Where a help center is, is cached for 5 s: another name asks again.
    const moved = await gateway.ask('/help/locked-again/en', { headers: { cookie } });
    expect(moved.status).toBe(302);
  });

  it('ends with the sign-out', async () => {
    const { status, headers } = await form(`${BASE}/en/sign-out`, {}, { cookie: await signIn() });
    expect([status, headers.location]).toEqual([303, `${BASE}/en`]);
    expect(headers['set-cookie']?.[0]).toMatch(
      /^parley_help=; Path=\/help\/locked; Expires=Thu, 01 Jan 1970/,
    );
  });

  it('ends when the contact is deleted or blocked: the same address again, without it', async () => {
    const cookie = await signIn();
    gateway.answers['getVisibleArticle'] = () => {
      throw unauthenticated('INVALID_SESSION');
    };
    const { status, headers } = await read(cookie);
    expect([status, headers.location]).toEqual([302, `${BASE}/en/articles/12-refunds`]);
    expect(headers['set-cookie']?.[0]).toMatch(/^parley_help=; /);
  });

  it('asks for everything as the contact: lists, search, suggestions, feed, sitemap and votes', async () => {
    const cookie = await signIn();
    for (const path of ['/en', '/en/search?q=x', '/en/suggest?q=x', '/en/feed.xml', '/sitemap.xml'])
      expect((await read(cookie, path)).status).toBe(200);
    await form(`${BASE}/en/articles/12-refunds/feedback`, { vote: 'up' }, { cookie });
    const content = gateway.calls.filter(({ rpc }) =>
      /^(list|search|suggest|rate|resolveRed|answer)/.test(rpc),
    );
    expect(new Set(content.map(({ rpc }) => rpc)).size).toBeGreaterThan(6);
    for (const { context } of content)
      expect(context.scope.actor).toEqual({ type: 'contact', id: 'svc-ada.1' });
  });

  it('leads on from the sign-in page', async () => {
    const { status, headers } = await read(await signIn(), '/en/sign-in?to=/en/search');
    expect([status, headers.location]).toEqual([302, `${BASE}/en/search`]);
  });
});

describe('a public help center', () => {
  it('sets no cookie and may be cached, and shows a reader who signed in the content for the contact', async () => {
    const anonymous = await gateway.ask('/help/open/en/articles/12-refunds');
    expect(anonymous.status).toBe(200);
    expect(anonymous.headers['set-cookie']).toBeUndefined();
    expect(anonymous.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(anonymous.headers.vary).toContain('Cookie');
    expect(anonymous.text).not.toContain('sign-out');
    const signed = await gateway.ask(`/help/open/sign-in?jwt=${await token({ sub: 'ada' })}`);
    const { headers } = await gateway.ask('/help/open/en/articles/12-refunds', {
      headers: { cookie: cookieOf(signed) },
    });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(actors('getVisibleArticle')).toEqual([
      { type: 'anonymous' },
      { type: 'contact', id: 'svc-ada.1' },
    ]);
  });
});
