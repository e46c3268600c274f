import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';
import { ANSWERED, openRaw, type RawConnection, readStatus } from './support/raw-http';

const MEGABYTE = 1024 * 1024;

let gateway: TestGateway;
let open: RawConnection[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({});
});
afterAll(() => gateway.stop());
afterEach(() => {
  open.forEach((connection) => connection.destroy());
  open = [];
});

const connection = (): RawConnection => {
  const one = openRaw(gateway.url);
  open.push(one);
  return one;
};

const head = (method: string, path: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.tokens.admin}\r\nproject: ${PROJECT}\r\n${more}\r\n`;

/** Demands that somebody else is answered as ever. */
const othersAreServed = async (): Promise<void> => {
  expect((await fetch(`${gateway.url}/v3`)).status).toBe(200);
  expect((await gateway.api('POST', '/tickets', { body: { title: 'x' } })).status).toBe(200);
};

const readStatuses = (received: string): string[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);

it('serves others while 200 connections send their headers letter by letter', async () => {
  const slow = Array.from({ length: 200 }, connection);
  await Promise.all(slow.map((one) => one.send('GET /v3 HTTP/1.1\r\nHost: x\r\nX-Slow: ')));
  for (let letter = 0; letter < 5; letter += 1) {
    await Promise.all(slow.map((one) => one.send('a')));
    await othersAreServed();
  }
  expect(slow.every((one) => one.received() === '')).toBe(true);
  // Whoever ends in time is answered too.
  await slow[0]?.send('\r\n\r\n');
  expect(readStatus((await slow[0]?.until(ANSWERED)) ?? '')).toBe(200);
});

it('answers 50 requests that came in one go, in their order', async () => {
  const one = connection();
  await one.send(head('GET', '/v3').repeat(49) + head('GET', '/v3/nonesuch', 'Connection: close\r\n'));
  expect(readStatuses(await one.closed())).toEqual([...Array.from({ length: 49 }, () => '200'), '404']);
});

/** One of the shortest requests: 2,520 of them are 64 KB. */
const SHORT = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n';

it('answers 2,520 requests that came in one go on each of 8 connections, and serves others in between', async () => {
  const last = 'GET /healthz HTTP/1.1\r\nHost:x\r\nConnection: close\r\n\r\n';
  const many = Array.from({ length: 8 }, connection);
  const sent = SHORT.replace('/', '/healthz').repeat(2_519) + last;
  await Promise.all(many.map((one) => one.send(sent)));
  // Those that came before are not all answered first.
  await othersAreServed();
  expect(many.map((one) => readStatuses(one.received()).length).some((count) => count < 2_520)).toBe(true);
  for (const one of many) {
    const statuses = readStatuses(await one.closed());
    expect([statuses.length, ...new Set(statuses)]).toEqual([2_520, '200']);
  }
});

it('reads no further while an answer is not taken: of 64 MB of requests that nobody reads the answers of', async () => {
  const deaf = Array.from({ length: 4 }, connection);
  deaf.forEach(({ socket }) => socket.pause());
  const before = process.memoryUsage().rss;
  const megabytes = SHORT.repeat(2_520 * 256);
  for (const one of deaf) void one.send(megabytes);
  for (let round = 0; round < 20; round += 1) await othersAreServed();
  // What waits here to be sent is part of this process, too.
  const unsent = deaf.map(({ socket }) => socket.writableLength);
  expect(Math.min(...unsent)).toBeGreaterThan(4 * MEGABYTE);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
});

it.each([
  ['that lack a Host', 'GET /v3 HTTP/1.1\r\n\r\n', '400'],
  ['that expect something unheard of', 'GET /v3 HTTP/1.1\r\nHost:x\r\nExpect:y\r\n\r\n', '200'],
])('answers requests %s one by one too, 100 in one go', async (_what, request, status) => {
  const one = connection();
  await one.send(request.repeat(100) + head('GET', '/v3/nonesuch', 'Connection: close\r\n'));
  const statuses = readStatuses(await one.closed());
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => status), '404']);
});

it('closes a connection on which something comes that is no request, whatever came before', async () => {
  const one = connection();
  await one.send(`${head('GET', '/v3').repeat(50)}\x00\x01 garbage\r\n\r\n${head('GET', '/v3')}`);
  expect(readStatuses(await one.closed()).filter((status) => !['200', '400'].includes(status))).toEqual([]);
  const other = connection();
  await other.send('\x00\x01 garbage\r\n\r\n');
  expect(readStatuses(await other.closed())).toEqual(['400']);
  await othersAreServed();
});

it.each([
  ['a chunk of no size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk larger than any number', 'Transfer-Encoding: chunked\r\n', 'ffffffffffffffffff\r\n{}'],
  ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n', '2\r\n{"title":"x"}\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
  ['two lengths that differ', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{} '],
  ['a length below 0', 'Content-Length: -2\r\n', '{}'],
])('refuses %s with 400 and closes', async (_name, headers, body) => {
  const before = operationCalls(gateway.calls).length;
  const one = connection();
  await one.send(head('POST', '/v3/tickets', `Content-Type: application/json\r\n${headers}`) + body);
  const received = await one.closed();
  expect(readStatuses(received)).toEqual(['400']);
  expect(received).toContain('application/problem+json');
  expect(operationCalls(gateway.calls).length).toBe(before);
  await othersAreServed();
});

it('takes a body of 20,000 chunks of one byte like any other, and serves others in between', async () => {
  const body = JSON.stringify({ title: 'x'.repeat(990), customData: { text: 'y'.repeat(19_000) } });
  const one = connection();
  await one.send(
    head('POST', '/v3/tickets', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'),
  );
  const chunks = [...body].map((letter) => `1\r\n${letter}\r\n`).join('');
  for (const part of chunks.match(/[\s\S]{1,30000}/g) ?? []) {
    await one.send(part);
    await othersAreServed();
  }
  await one.send('0\r\n\r\n');
  expect(readStatus(await one.until(ANSWERED))).toBe(200);
});

it('holds no more than one answer for each of 20 clients that ask 50 times and read nothing', async () => {
  const document = await (await fetch(`${gateway.url}/api-docs.json`)).text();
  expect(document.length).toBeGreaterThan(MEGABYTE);
  const before = process.memoryUsage().rss;
  const deaf = Array.from({ length: 20 }, connection);
  deaf.forEach(({ socket }) => socket.pause());
  await Promise.all(deaf.map((one) => one.send(head('GET', '/api-docs.json').repeat(50))));
  for (let round = 0; round < 5; round += 1) await othersAreServed();
  // All of what they asked for would be over 1 GB.
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
});
