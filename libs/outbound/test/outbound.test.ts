import { once } from 'node:events';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createOutbound, type Outbound, type OutboundRequest, type Resolve } from '../src';
import { startServer, type TestServer } from './support';

const limits = { timeoutMs: 5_000, maxBytes: 10_000 };
const opened: { close(): Promise<void> }[] = [];

const outbound = (options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound => {
  const created = createOutbound({ allowedNetworks: ['127.0.0.0/8'], ...options });
  opened.push(created);
  return created;
};
const serve = async (...parameters: Parameters<typeof startServer>): Promise<TestServer> => {
  const server = await startServer(...parameters);
  opened.push(server);
  return server;
};
const tryRequest = (
  request: Partial<OutboundRequest> & { url: string },
  client = outbound(),
): Promise<unknown> =>
  client.request({ ...limits, ...request }).then(
    ({ status }) => status,
    (error: { code?: unknown }) => error.code ?? error,
  );
/** Names that stand for what the test says, one answer after the other. */
const names = (...answers: string[][]): Resolve & { calls: string[] } => {
  const calls: string[] = [];
  const resolve = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    calls.push(hostname);
    const answer = answers[Math.min(calls.length, answers.length) - 1] ?? [];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { calls });
};

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

describe('a request', () => {
  it('carries method, headers and body, and answers status, headers, address and body', async () => {
    const server = await serve((_, response) => {
      response.writeHead(201, { 'x-a': ['1', '2'], 'content-type': 'text/plain' }).end('made');
    });
    const answer = await outbound().request({
      ...limits,
      url: `${server.url}/things?a=1`,
      method: 'post',
      headers: { 'Content-Type': 'application/json', Host: 'elsewhere', Authorization: 'Bearer a' },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({ status: 201, url: `${server.url}/things?a=1` });
    expect(answer.headers).toMatchObject({ 'x-a': '1, 2', 'content-type': 'text/plain' });
    expect(answer.body.toString()).toBe('made');
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', path: '/things?a=1', body: '{"a":1}' });
    expect(seen?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'user-agent': 'Parley',
      authorization: 'Bearer a',
      'content-type': 'application/json',
    });
  });

  it('ignores the proxies of the environment', async () => {
    const server = await serve((_, response) => response.end('direct'));
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      expect(await tryRequest({ url: server.url })).toBe(200);
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });

  it('streams a body as it comes, and cuts the connection when the reader leaves', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await serve((_, response) => {
      closed = once(response, 'close');
      response.write('first');
    });
    const { body } = await outbound().stream({ ...limits, url: server.url });
    for await (const chunk of body) {
      expect(chunk.toString()).toBe('first');
      break;
    }
    await closed;
  });

  it('a name reaches the address that it was resolved to, under its own name', async () => {
    const server = await serve((_, response) => response.end());
    const resolve = names(['127.0.0.1']);
    expect(await tryRequest({ url: `http://shop.example:${server.port}/` }, outbound({ resolve }))).toBe(200);
    expect(resolve.calls).toEqual(['shop.example']);
    expect(server.seen[0]?.headers.host).toBe(`shop.example:${server.port}`);
  });

  it('names the host, not its address, in the TLS handshake', async () => {
    const asked: string[] = [];
    const server = createTlsServer({ SNICallback: (name, done) => done(null, void asked.push(name)) });
    server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = outbound({ resolve: names(['127.0.0.1']) });
    // The server has no certificate, which it finds out after it was told the name.
    expect(await tryRequest({ url: `https://shop.example:${port}/` }, client)).toBe('unreachable');
    expect(asked).toEqual(['shop.example']);
    server.close();
  });

  it('a name with several addresses reaches the one that answers', async () => {
    const server = await serve((_, response) => response.end());
    const resolve = names(['127.0.0.9', '127.0.0.1']);
    expect(await tryRequest({ url: `http://shop.example:${server.port}/` }, outbound({ resolve }))).toBe(200);
  });
});

describe('forbidden addresses', () => {
  const closedToAll = (): Outbound => outbound({ allowedNetworks: [] });

  it.each([
    'http://localhost:8080/',
    'http://LOCALHOST./',
    'http://hooks.localhost/',
    'http://127.0.0.1:8080/',
    'http://127.1:8080/',
    'http://2130706433:8080/',
    'http://0x7f000001:8080/',
    'http://0x7f.0.0.1:8080/',
    'http://017700000001:8080/',
    'http://0177.0.0.01:8080/',
    'http://127.0.0.1.:8080/',
    'http://①②⑦.0.0.1:8080/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
  ])('%s is refused before a connection is made', async (url) => {
    expect(() => closedToAll().check(url)).toThrow(expect.objectContaining({ code: 'forbidden_address' }));
    expect(await tryRequest({ url }, closedToAll())).toBe('forbidden_address');
  });

  it('a name of this machine is refused by what it resolves to', async () => {
    const server = await serve((_, response) => response.end());
    expect(await tryRequest({ url: `http://localhost:${server.port}/` }, closedToAll())).toBe(
      'forbidden_address',
    );
    expect(server.seen).toEqual([]);
  });

  it('a name with one forbidden address among public ones is refused', async () => {
    const resolve = names(['93.184.216.34', '10.0.0.1']);
    expect(await tryRequest({ url: 'http://mixed.example/' }, outbound({ resolve }))).toBe(
      'forbidden_address',
    );
  });

  it('a name that changes its answer is looked up once for each connection, and each answer is checked', async () => {
    const server = await serve((_, response) => response.end());
    const resolve = names(['127.0.0.1'], ['10.0.0.1']);
    const client = outbound({ resolve });
    const url = `http://rebind.example:${server.port}/`;
    expect(await tryRequest({ url }, client)).toBe(200);
    expect(resolve.calls).toHaveLength(1);
    expect(await tryRequest({ url }, client)).toBe('forbidden_address');
    expect(resolve.calls).toHaveLength(2);
    expect(server.seen).toHaveLength(1);
  });

  it('the message tells nothing of what a name resolved to', async () => {
    const resolve = names(['10.11.12.13']);
    const attempt = outbound({ resolve }).request({ ...limits, url: 'http://inside.example/' });
    await expect(attempt).rejects.toThrow('inside.example is not an address on the public internet');
  });
});

describe('URLs', () => {
  it.each([
    'no url',
    '/path',
    'ftp://files.example/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'http://user:secret@example.com/',
    'http://user@example.com/',
    'http://example.com:25/',
    'http://example.com:22/',
    'https://example.com:1023/',
  ])('%s is no URL to request', async (url) => {
    expect(await tryRequest({ url })).toBe('invalid_url');
  });

  it('ports 80, 443 and from 1024 on are open', () => {
    const { check } = outbound();
    for (const port of [80, 443, 1024, 8080, 65_535]) check(`http://example.com:${port}/`);
  });
});

describe('redirects', () => {
  const redirecting = (status: number, location: string): Promise<TestServer> =>
    serve((request, response) => {
      if (request.url === '/end') response.end('there');
      else response.writeHead(status, { location }).end();
    });

  it('are answered as they came unless the caller follows them', async () => {
    const server = await redirecting(302, '/end');
    expect(await tryRequest({ url: server.url })).toBe(302);
  });

  it('are followed up to the given number, relative ones too', async () => {
    const server = await redirecting(302, '/end');
    const answer = await outbound().request({ ...limits, url: server.url, maxRedirects: 1 });
    expect(answer).toMatchObject({ status: 200, url: `${server.url}/end` });
    const endless = await serve((_, response) => response.writeHead(302, { location: '/' }).end());
    expect(await tryRequest({ url: endless.url, maxRedirects: 3 })).toBe('too_many_redirects');
    expect(endless.seen).toHaveLength(4);
  });

  it.each([
    ['http://10.0.0.1/', 'forbidden_address'],
    ['http://169.254.169.254/latest/meta-data/', 'forbidden_address'],
    ['http://[::1]:8080/', 'forbidden_address'],
    ['http://2852039166/', 'forbidden_address'],
    ['file:///etc/passwd', 'invalid_url'],
    ['http://user:secret@127.0.0.1/', 'invalid_url'],
    ['http://127.0.0.1:25/', 'invalid_url'],
  ])('to %s end in %s', async (location, code) => {
    const server = await redirecting(302, location);
    expect(await tryRequest({ url: server.url, maxRedirects: 5 })).toBe(code);
  });

  it('to a name with a private address are refused', async () => {
    const server = await redirecting(307, 'http://inside.example:8080/');
    const client = outbound({ resolve: names(['192.168.0.1']) });
    expect(await tryRequest({ url: server.url, maxRedirects: 5 }, client)).toBe('forbidden_address');
  });

  it('to another origin lose every header that may be a secret, to the same keep them', async () => {
    const other = await serve((_, response) => response.end());
    const server = await serve((request, response) => {
      const location = request.url === '/' ? '/same' : `${other.url}/`;
      response.writeHead(307, { location }).end();
    });
    const headers = { authorization: 'Bearer a', cookie: 'a=b', 'x-api-key': 'k', accept: 'image/*' };
    await outbound().request({ ...limits, url: `${server.url}/`, headers, maxRedirects: 2 });
    expect(server.seen[1]?.headers).toMatchObject(headers);
    expect(other.seen[0]?.headers).toMatchObject({ accept: 'image/*' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) {
      expect(other.seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [302, 'PUT', 'PUT', 'text'],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'text'],
    [308, 'POST', 'POST', 'text'],
  ])('%i of a %s continues as %s', async (status, method, next, body) => {
    const server = await redirecting(status, '/end');
    const headers = { 'content-type': 'text/plain' };
    await outbound().request({ ...limits, url: server.url, method, headers, body: 'text', maxRedirects: 1 });
    expect(server.seen[1]).toMatchObject({ method: next, body });
    expect(server.seen[1]?.headers['content-type']).toBe(body ? 'text/plain' : undefined);
  });
});

describe('bounds', () => {
  it('a body of exactly the limit passes, one byte more does not', async () => {
    const server = await serve((request, response) =>
      response.end('x'.repeat(Number(request.url?.slice(1)))),
    );
    expect(await tryRequest({ url: `${server.url}/10000` })).toBe(200);
    expect(await tryRequest({ url: `${server.url}/10001` })).toBe('too_large');
  });

  it('an endless body without a length is cut at the limit', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await serve((_, response) => {
      closed = once(response, 'close');
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(4_096))) continue;
      };
      response.on('drain', more);
      more();
    });
    expect(await tryRequest({ url: server.url })).toBe('too_large');
    await closed;
  });

  it('more than 16 KiB of headers are cut', async () => {
    const server = await serve((_, response) => response.setHeader('x-long', 'x'.repeat(17_000)).end());
    expect(await tryRequest({ url: server.url })).toBe('too_large');
  });

  it('a body that trickles is cut when the time is over', async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await tryRequest({ url: server.url, timeoutMs: 200 })).toBe('timeout');
  });

  it('headers that never come, and a name that is never resolved, end when the time is over', async () => {
    const server = await serve(() => undefined);
    expect(await tryRequest({ url: server.url, timeoutMs: 50 })).toBe('timeout');
    const client = outbound({ resolve: () => new Promise(() => undefined) });
    expect(await tryRequest({ url: 'http://slow.example/', timeoutMs: 50 }, client)).toBe('timeout');
  });

  it("ends with the caller's own reason", async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const attempt = outbound().request({ ...limits, url: server.url, signal: controller.signal });
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await expect(attempt).rejects.toBe(reason);
    await expect(outbound().request({ ...limits, url: server.url, signal: controller.signal })).rejects.toBe(
      reason,
    );
  });
});

describe('what cannot be reached', () => {
  it('a closed port, an unknown name, a name without address, a line that is no HTTP', async () => {
    const closed = await startServer(() => undefined);
    await closed.close();
    expect(await tryRequest({ url: closed.url })).toBe('unreachable');
    const unknown = outbound({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await tryRequest({ url: 'http://unknown.example/' }, unknown)).toBe('unreachable');
    expect(await tryRequest({ url: 'http://empty.example/' }, outbound({ resolve: names([]) }))).toBe(
      'unreachable',
    );
    const garbage = createSocketServer((socket) => void socket.end('hello\r\n')).listen(0, '127.0.0.1');
    await once(garbage, 'listening');
    const { port } = garbage.address() as AddressInfo;
    expect(await tryRequest({ url: `http://127.0.0.1:${port}/` })).toBe('unreachable');
    garbage.close();
  });
});
