import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Upgrade } from '@parley/realtime';
import { serveOneAtATime } from '../src/edge/one-at-a-time';
import { takeUpgrades } from '../src/edge/upgrade';

/** Sends bytes and answers everything that comes back until the other side ends. */
const exchange = async (port: number, ...parts: string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const ended = once(socket, 'end');
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString()));
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await ended;
  socket.destroy();
  return text;
};

describe('upgrades', () => {
  let server: Server;
  let port: number;
  const taken: string[] = [];
  beforeAll(async () => {
    server = createServer();
    const afterAnswers = serveOneAtATime(server, (request, response) => {
      const { method, url, headers } = request;
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (headers['x-test'] !== 'more') response.setHeader('connection', 'close');
        response.end(JSON.stringify({ method, url, body, upgrade: headers.upgrade, x: headers['x-test'] }));
      });
    });
    const upgrade: Upgrade = (request, socket) => {
      taken.push(request.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    };
    takeUpgrades(server, upgrade, afterAnswers);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const wish = (protocol: string): string =>
    `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n`;
  const answered = (text: string): unknown =>
    JSON.parse(text.slice(text.indexOf('\r\n\r\n')).match(/\{.*\}/)?.[0] ?? '');

  it('are answered one by one when many come in one go, a WebSocket behind them last', async () => {
    const more = `GET /v3/tickets HTTP/1.1\r\nHost: a\r\nX-Test: more\r\n${wish('h2c')}\r\n`;
    const last = `GET /app/last?protocol=7 HTTP/1.1\r\nHost: a\r\n${wish('websocket')}\r\n`;
    const text = await exchange(port, more.repeat(50) + last);
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => '200'), '101']);
    expect(taken.pop()).toBe('/app/last?protocol=7');
  });

  it('hand WebSockets of /app/ over', async () => {
    const text = await exchange(
      port,
      `GET /app/key?protocol=7 HTTP/1.1\r\nHost: a\r\n${wish('WebSocket')}\r\n`,
    );
    expect(text).toContain('101');
    expect(taken).toEqual(['/app/key?protocol=7']);
  });

  it.each([
    ['a WebSocket elsewhere', '/v3/tickets', 'websocket'],
    ['another protocol below /app/', '/app/key', 'h2c'],
    ['another protocol', '/v3/tickets?limit=1', 'h2c'],
  ])('pass over the wish for %s, and answer the request', async (_what, path, protocol) => {
    const text = await exchange(
      port,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Test: ä\r\n${wish(protocol)}\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(answered(text)).toMatchObject({ method: 'GET', url: path });
    expect(answered(text)).not.toHaveProperty('upgrade');
  });

  it('pass over the wish of a request with a body, however it comes in parts', async () => {
    const head = `POST /v3/tickets HTTP/1.1\r\nHost: a\r\nX-Test: one\r\nContent-Length: 10\r\n${wish('h2c')}\r\n`;
    for (const parts of [[`${head}0123456789`], [head, '01234', '56789'], [`${head}0123`, '456789']])
      expect(answered(await exchange(port, ...parts))).toMatchObject({
        method: 'POST',
        body: '0123456789',
        x: 'one',
      });
  });

  it('pass over the wish of a request in chunks', async () => {
    const head = `POST /v3/tickets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${wish('h2c')}\r\n`;
    expect(answered(await exchange(port, head, '5\r\n01234\r\n', '0\r\n\r\n'))).toMatchObject({
      body: '01234',
    });
  });
});
