import { createOutbound } from '@parley/outbound';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { precheckPage } from '../src/precheck/precheck';

const PUBLIC_URL = 'https://parley.example';

let server: Server;
let origin: string;
let requests: { url: string; headers: Record<string, unknown> }[];
let answer: RequestListener;

// Names lead to the test's server; 127.0.0.1 is the one network that is allowed.
const outbound = createOutbound({
  allowedNetworks: ['127.0.0.1/32'],
  resolve: async (name) => {
    if (name === 'nowhere.example') throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    return [{ address: name === 'inside.example' ? '10.0.0.5' : '127.0.0.1', family: 4 }];
  },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://shop.example:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await outbound.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  requests = [];
  answer = (_, response) => void response.end('<html></html>');
});

const check = (url = `${origin}/page`) => precheckPage({ outbound, publicUrl: PUBLIC_URL }, url);
const codes = async (url?: string) => (await check(url)).blockers.map(({ code }) => code);
const reply = (status: number, headers: Record<string, string | string[]> = {}, body = 'secret page') => {
  answer = (_, response) => void response.writeHead(status, headers).end(body);
};
/** Redirects `/page` there; everything else is a plain page. */
const redirect = (to: string, status = 302) => {
  answer = (request, response) =>
    request.url === '/page'
      ? void response.writeHead(status, { location: to }).end()
      : void response.end('<html></html>');
};

it('passes a page that nothing keeps the editor from, with one plain GET', async () => {
  expect(await check()).toEqual({ ok: true, finalUrl: `${origin}/page`, blockers: [] });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).not.toHaveProperty('cookie');
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

describe('invalid_url', () => {
  it.each([
    'page',
    '/page',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://user:word@shop.example/',
    'http://shop.example:25/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://0x7f000002/',
    'http://inside.example:8080/',
  ])('%s is not called', async (url) => {
    const { ok, finalUrl, blockers } = await check(url);
    expect([ok, finalUrl, blockers.map(({ code }) => code)]).toEqual([false, undefined, ['invalid_url']]);
    expect(requests).toEqual([]);
  });

  it.each([
    'http://10.0.0.1/',
    'http://inside.example:8080/x',
    'file:///etc/passwd',
    'http://shop.example:22/',
  ])('a redirect to %s is not followed', async (location) => {
    redirect(location);
    expect(await check()).toMatchObject({
      ok: false,
      finalUrl: `${origin}/page`,
      blockers: [{ code: 'invalid_url' }],
    });
    expect(requests).toHaveLength(1);
  });
});

describe('unreachable', () => {
  it('no such name, nothing listens, broken TLS', async () => {
    expect(await codes('http://nowhere.example/')).toEqual(['unreachable']);
    expect(await codes('http://shop.example:1025/')).toEqual(['unreachable']);
    expect(await codes(origin.replace('http:', 'https:'))).toEqual(['unreachable']);
  });

  it.each([400, 403, 404, 429, 500, 503])('status %i', async (status) => {
    reply(status);
    expect(await codes()).toEqual(['unreachable']);
  });

  it('more than 5 redirects; 5 are followed', async () => {
    answer = (request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) return void response.end('x');
      response.writeHead(302, { location: `/${step - 1}` }).end();
    };
    expect(await codes(`${origin}/5`)).toEqual([]);
    expect(await codes(`${origin}/6`)).toEqual(['unreachable']);
  });

  it('a page of any size is read for 1 MB at most', async () => {
    const late = `<meta http-equiv="content-security-policy" content="frame-src 'none'">`;
    reply(200, {}, `<head>${' '.repeat(1024 * 1024)}${late}`);
    expect(await codes()).toEqual([]);
    reply(200, {}, `<head>${late}${' '.repeat(3 * 1024 * 1024)}`);
    expect(await codes()).toEqual(['frame_policy']);
  });
});

describe('the time for everything', () => {
  const within = (limitMs: number) =>
    precheckPage({ outbound, publicUrl: PUBLIC_URL, limitMs }, `${origin}/page`);
  const after = (milliseconds: number, act: () => void): void => void setTimeout(act, milliseconds);

  it('is 10 s for all redirects together: each gets what the ones before it left', async () => {
    const limits: number[] = [];
    const watched: typeof outbound = {
      ...outbound,
      stream: (request) => {
        limits.push(request.timeoutMs);
        return outbound.stream(request);
      },
    };
    answer = ({ url }, response) =>
      url === '/2'
        ? void response.end('x')
        : after(30, () => response.writeHead(302, { location: url === '/page' ? '/1' : '/2' }).end());
    await precheckPage({ outbound: watched, publicUrl: PUBLIC_URL }, `${origin}/page`);
    const [first = 0, second = 0, third = 0] = limits;
    expect(limits).toHaveLength(3);
    expect(first).toBeLessThanOrEqual(10_000);
    expect(second).toBeLessThan(first);
    expect(third).toBeLessThan(second);
  });

  it('that a page does not answer in is unreachable', async () => {
    answer = () => undefined;
    const { finalUrl, blockers } = await within(100);
    expect([finalUrl, blockers.map(({ code }) => code)]).toEqual([`${origin}/page`, ['unreachable']]);
  });

  it('that redirects take together is unreachable', async () => {
    answer = ({ url }, response) =>
      after(300, () => response.writeHead(302, { location: `${url ?? ''}x` }).end());
    expect((await within(500)).blockers.map(({ code }) => code)).toEqual(['unreachable']);
  });

  it('that a page comes slowly in, piece by piece, is unreachable', async () => {
    answer = (request, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      request.on('close', () => clearInterval(drip));
    };
    expect((await within(300)).blockers.map(({ code }) => code)).toEqual(['unreachable']);
  });
});

describe('opener_policy', () => {
  it.each([
    ['same-origin', true],
    ['same-origin; report-to="x"', true],
    ['same-origin-allow-popups', true],
    ['noopener-allow-popups', true],
    ['unsafe-none', false],
    ['', false],
  ])('%j: %s', async (value, blocks) => {
    reply(200, { 'cross-origin-opener-policy': value });
    expect(await codes()).toEqual(blocks ? ['opener_policy'] : []);
  });

  it('the report-only header does not count', async () => {
    reply(200, { 'cross-origin-opener-policy-report-only': 'same-origin' });
    expect(await codes()).toEqual([]);
  });
});

describe('frame_policy', () => {
  it.each<[Record<string, string | string[]>, boolean]>([
    [{ 'content-security-policy': "frame-src 'none'" }, true],
    [{ 'content-security-policy': 'frame-src https://parley.example' }, false],
    [{ 'content-security-policy': ['frame-src *', "default-src 'self'"] }, true],
    [{ 'content-security-policy': "frame-src *, child-src 'none'" }, true],
    [{ 'content-security-policy-report-only': "frame-src 'none'" }, false],
    [{ 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'DENY' }, false],
  ])('%j: %s', async (headers, blocks) => {
    reply(200, headers);
    expect(await codes()).toEqual(blocks ? ['frame_policy'] : []);
  });
});

describe('login_redirect', () => {
  it('status 401 is not unreachable', async () => {
    reply(401);
    expect(await codes()).toEqual(['login_redirect']);
  });

  it.each(['login', 'log-in', 'signin', 'sign-in', 'sso', 'auth', 'oauth', 'oauth2', 'authorize', 'LogIn'])(
    'a redirect to /x/%s',
    async (segment) => {
      redirect(`/x/${segment}?next=1`);
      expect(await codes()).toEqual(['login_redirect']);
    },
  );

  it.each(['/logins', '/blog-in', '/authors'])('not a redirect to %s', async (path) => {
    redirect(path);
    expect(await codes()).toEqual([]);
  });

  it('not a page that is asked for itself', async () => {
    expect(await codes(`${origin}/login`)).toEqual([]);
  });

  it.each(['login', 'auth', 'accounts', 'sso'])('a redirect to the host %s.', async (name) => {
    redirect(`${origin.replace('shop.', `${name}.shop.`)}/`);
    expect(await codes()).toEqual(['login_redirect', 'cross_origin_redirect']);
  });
});

describe('cross_origin_redirect', () => {
  it('a redirect that ends elsewhere, not one that comes back', async () => {
    redirect(`${origin.replace('shop', 'other')}/`);
    expect(await check()).toMatchObject({
      finalUrl: `${origin.replace('shop', 'other')}/`,
      blockers: [{ code: 'cross_origin_redirect' }],
    });
    const away = origin.replace('shop', 'other');
    answer = ({ url, headers }, response) => {
      if (url === '/page') return void response.writeHead(302, { location: `${away}/back` }).end();
      if (url === '/back') return void response.writeHead(302, { location: `${origin}/end` }).end();
      response.end(String(headers.host));
    };
    expect(await codes()).toEqual([]);
  });
});

describe('http to https', () => {
  /** Both schemes lead to the test's server, by any port. */
  const atPorts: Pick<typeof outbound, 'stream' | 'check'> = {
    check: (url) => outbound.check(url),
    stream: (request) => {
      const { pathname, hostname } = new URL(request.url);
      return outbound.stream({ ...request, url: `${origin.replace('shop.example', hostname)}${pathname}` });
    },
  };
  it.each([
    ['http://shop.example/page', 'https://shop.example/', false],
    ['http://shop.example/page', 'https://www.shop.example/', true],
    ['http://shop.example/page', 'https://shop.example:8443/', true],
    ['https://shop.example/page', 'http://shop.example/', true],
  ])('%s to %s: another origin %s', async (from, to, isOther) => {
    redirect(to);
    const { finalUrl, blockers } = await precheckPage({ outbound: atPorts, publicUrl: PUBLIC_URL }, from);
    expect([finalUrl, blockers.map(({ code }) => code)]).toEqual([
      to,
      isOther ? ['cross_origin_redirect'] : [],
    ]);
  });
});

it('tells every blocker once, in the order of the contract, and nothing of the page', async () => {
  const there = origin.replace('shop', 'login');
  answer = (request, response) =>
    request.url === '/page'
      ? void response.writeHead(302, { location: `${there}/x` }).end()
      : void response
          .writeHead(500, {
            'cross-origin-opener-policy': 'same-origin',
            'content-security-policy': "frame-src 'none'",
            'x-secret': 'header secret',
          })
          .end('page secret');
  const result = await check();
  expect(result.blockers.map(({ code }) => code)).toEqual([
    'unreachable',
    'opener_policy',
    'frame_policy',
    'login_redirect',
    'cross_origin_redirect',
  ]);
  expect(JSON.stringify(result)).not.toMatch(/secret/);
});
