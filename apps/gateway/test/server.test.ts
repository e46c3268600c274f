import { connect } from 'node:net';
import { once } from 'node:events';
import { timeout, unavailable } from '@parley/errors';
import { serviceNames } from '@parley/runtime';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT, TICKET } from './support/identities';

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

/** What readiness says of the parts of a gateway that lacks nothing. */
const allWell = Object.fromEntries(
  ['database', 'files', 'gateway', ...serviceNames].map((part) => [part, 'ok']),
);

describe('the edge', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const root = (path: string, init?: RequestInit): Promise<Response> => fetch(`${gateway.url}${path}`, init);

  it('answers a fault as 500 without internals and logs it once with the request id', async () => {
    gateway.answers['listTickets'] = () => {
      throw new Error('password=hunter2 at db.internal:5432');
    };
    gateway.logLines.splice(0);
    const answer = await gateway.api('GET', '/tickets', { headers: { 'x-request-id': 'fault-1' } });
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', requestId: 'fault-1' } });
    expect(answer.text).not.toMatch(/hunter2|internal:|stack/);
    expect(gateway.logLines).toHaveLength(1);
    expect(JSON.parse(gateway.logLines[0] ?? '')).toMatchObject({
      level: 'error',
      requestId: 'fault-1',
      projectId: PROJECT,
    });
    delete gateway.answers['listTickets'];
  });

  it.each([
    [503, 'unavailable', () => unavailable('The tickets service is away. Try again.')],
    [503, 'unavailable', () => Object.assign(new Error('the server stops'), { code: '57P01' })],
    [504, 'timeout', () => timeout('It took too long.')],
    [504, 'timeout', () => Object.assign(new Error('statement timeout'), { code: '57014' })],
  ])('answers %d %s', async (status, code, error) => {
    gateway.answers['listTickets'] = () => {
      throw error();
    };
    const answer = await gateway.api('GET', '/tickets');
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    delete gateway.answers['listTickets'];
  });

  it('takes over a sane X-Request-Id and replaces any other', async () => {
    const idFor = async (sent: string): Promise<string | null> =>
      (await gateway.api('GET', '/tickets', { headers: { 'x-request-id': sent } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('Order-1:a.b_c')).toBe('Order-1:a.b_c');
    for (const bad of ['a b', 'x'.repeat(129), '<script>', '"']) {
      expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  const sendRaw = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(bytes);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    await once(socket, 'close');
    return text;
  };

  it('cannot be made to split headers', async () => {
    const text = await sendRaw(
      'GET /v3/tickets HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u0001\r\nproject: x\n\rSet-Cookie: y\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).not.toContain('Set-Cookie');
  });

  it.each([
    ['what is no HTTP', 'HELO there\r\n\r\n', 400, 'malformed_request'],
    [
      'a header with a control character',
      'GET / HTTP/1.1\r\nHost: x\r\na: \u0001\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'two lengths',
      'POST /v3/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a length beside chunks',
      'POST /v3/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'headers over 16 KB',
      `GET / HTTP/1.1\r\nHost: x\r\na: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('answers %s with a problem document too', async (_name, bytes, status, code) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toContain("Content-Security-Policy: default-src 'none'");
    expect(JSON.parse(body)).toMatchObject({
      type: 'about:blank',
      status,
      code,
      requestId: expect.any(String),
    });
  });

  it('answers 404 route_not_found and 405 method_not_allowed with Allow', async () => {
    for (const path of ['/nothing', '/tickets/a/b/c', '//tickets']) {
      expect(await gateway.api('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'route_not_found' },
      });
    }
    expect((await (await root('/elsewhere')).json()) as object).toMatchObject({
      code: 'route_not_found',
      status: 404,
    });
    const wrong = await gateway.api('PATCH', `/tickets/${TICKET}`);
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(wrong.headers.get('allow')?.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PUT',
    ]);
    expect(await gateway.api('POST', '/tickets/ticketscount')).toMatchObject({ status: 405 });
  });

  it('answers HEAD like GET without the body', async () => {
    const get = await gateway.api('GET', `/tickets/${TICKET}`);
    const head = await gateway.api('HEAD', `/tickets/${TICKET}`);
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });

  it('answers a preflight without a token, for any origin and without credentials', async () => {
    const preflight = await root(`/v3/tickets/${TICKET}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    for (const name of ['Authorization', 'project', 'Content-Type', 'Idempotency-Key']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    const refused = await gateway.api('GET', '/tickets', { token: null });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });

  it('lets a page of any origin read that nothing is at a path, below the API and beside it', async () => {
    const beside = [
      '/nonesuch',
      '/docs/nonesuch',
      '/api-docs.json/nonesuch',
      '/files/nonesuch',
      '/widget/nonesuch',
    ];
    for (const path of ['/v3/nonesuch', '/v3/tickets/nonesuch/nothing', ...beside]) {
      const preflight = await root(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'DELETE' },
      });
      expect([path, preflight.status]).toEqual([path, 204]);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
      const answer = await root(path, { method: 'DELETE', headers: { origin: 'https://app.example.com' } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const path of beside) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await root(path, { method, headers: { origin: 'https://app.example.com' } });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      }
    }
    for (const path of ['/v3/nonesuch', '/nonesuch'])
      expect((await root(path, { method: 'OPTIONS' })).status).toBe(404);
    for (const path of ['/docs', '/healthz', '/metrics'])
      expect((await root(path)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('sends security headers and keeps answers out of caches', async () => {
    const answer = await gateway.api('GET', '/tickets');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('tells a service when the client went away', async () => {
    let aborted = false;
    gateway.answers['listTickets'] = (_request, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve({});
        });
      });
    const abort = new AbortController();
    const gone = root('/v3/tickets', {
      headers: { authorization: `Bearer ${gateway.tokens.admin}`, project: PROJECT },
      signal: abort.signal,
    }).catch(() => 'gone');
    await until(() => operationCalls(gateway.calls).length > 0);
    abort.abort();
    expect(await gone).toBe('gone');
    await until(() => aborted);
    delete gateway.answers['listTickets'];
  });

  it('is alive, ready, measured and documented at the host root', async () => {
    expect(await (await root('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await root('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: allWell,
    });
    await gateway.api('GET', '/tickets');
    expect(await (await root('/metrics')).text()).toMatch(
      /http_request_duration_seconds_count\{.*operation="tickets.list",status="200"/,
    );
    const document = (await (await root('/api-docs.json')).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const keys = (await (await root('/.well-known/jwks.json')).json()) as { keys: object[] };
    expect(keys.keys).toEqual([expect.objectContaining({ kid: 'key-1' })]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    // For tools in pages of other hosts.
    for (const path of ['/api-docs.json', '/.well-known/jwks.json'])
      expect((await root(path)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('serves its reference page from its own files only', async () => {
    const page = await root('/docs');
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/https?:\/\//);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:/);
    for (const [, file] of html.matchAll(/(?:src|href)="(\/docs[^"]+)"/g)) {
      const asset = await root(file ?? '');
      expect({ file, status: asset.status, size: (await asset.text()).length > 0 }).toEqual({
        file,
        status: 200,
        size: true,
      });
    }
  });
});

describe('stopping', () => {
  it.each(['/v3', '/healthz'])(
    'is said to clients before it cuts a connection that rests: %s',
    async (path) => {
      const gateway = await startTestGateway({ shutdownDelaySeconds: 5 });
      const headersNow = async (): Promise<[string | null, string | null]> => {
        const { headers } = await fetch(`${gateway.url}${path}`);
        return [headers.get('connection'), headers.get('keep-alive')];
      };
      expect(await headersNow()).toEqual(['keep-alive', 'timeout=4']);
      gateway.drain();
      expect(await headersNow()).toEqual(['close', null]);
      await gateway.stop();
    },
  );

  it('finishes requests in flight, closes their connections and takes no more', async () => {
    const gateway = await startTestGateway();
    let finish = (): void => undefined;
    gateway.answers['listTickets'] = () =>
      new Promise((resolve) => {
        finish = () => resolve({ totalCount: 7 });
      });
    await gateway.api('GET', `/tickets/${TICKET}`);
    const inFlight = gateway.api('GET', '/tickets');
    await until(() => operationCalls(gateway.calls).some(({ rpc }) => rpc === 'listTickets'));
    const stopped = gateway.stop();
    await expect(fetch(`${gateway.url}/healthz`, { headers: { connection: 'close' } })).rejects.toThrow();
    finish();
    const last = await inFlight;
    expect(last).toMatchObject({ status: 200, body: { totalCount: 7 } });
    expect(last.headers.get('connection')).toBe('close');
    await stopped;
  });
});
