import { eventually, expectBoundedWork } from '@parley/testing';
import { chooseMaxBodyBytes } from '../src/rest/body';
import { scaleJsonLimits, MAX_JSON_NAMES, MAX_JSON_VALUES, parseBody } from '../src/rest/json';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';
import { ANSWERED, openRaw, type RawConnection, readStatus } from './support/raw-http';
import { withoutStub } from './support/uploads';

const KILOBYTE = 1024;

let gateway: TestGateway;
let open: RawConnection[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({ callers: withoutStub, config: { bodyMemoryMb: 1 } });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));
afterEach(() => {
  open.forEach((connection) => connection.destroy());
  open = [];
});

const metric = async (series: string): Promise<number> => {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return Number(new RegExp(`^${series} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};
const REFUSED = (reason: string): string =>
  `http_request_bodies_refused_total\\{reason="${reason}",service="gateway"\\}`;
const HELD = 'http_request_body_bytes\\{service="gateway"\\}';

interface Head {
  path?: string;
  length: number;
  type?: string;
  token?: boolean;
}

/** Opens a connection and sends the head of a POST with a body of `length` bytes. */
const begin = async (head: Head): Promise<RawConnection> => {
  const { path = '/tickets', length, type = 'application/json', token = true } = head;
  const connection = openRaw(gateway.url);
  open.push(connection);
  const caller = token ? `Authorization: Bearer ${gateway.tokens.admin}\r\nproject: ${PROJECT}\r\n` : '';
  await connection.send(
    `POST /v3${path} HTTP/1.1\r\nHost: x\r\n${caller}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return connection;
};

const readCode = (received: string): unknown => /"code":"(\w+)"/.exec(received)?.[1];

describe('size', () => {
  const login = (bytes: number): string => {
    const body = JSON.stringify({ email: 'ada@example.com', password: '' });
    return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
  };

  it('of bodies of operations without a token is 64 KB, a byte more is 413', async () => {
    const openRows = operations.filter(({ options: { surface } }) => ['public', 'widget'].includes(surface));
    expect(openRows.length).toBeGreaterThan(6);
    // A contact's file has a limit of its own: 20 MB.
    const own: Record<string, number> = {
      'widget.upload': 20 * 1024 * KILOBYTE,
      // A result of 64 KB may be written with six characters for each.
      'frontend-tools.deliver-result': 512 * KILOBYTE,
    };
    for (const row of openRows) {
      expect([row.id, chooseMaxBodyBytes(row)]).toEqual([row.id, own[row.id] ?? 65_536]);
    }
    const post = (body: string): ReturnType<TestGateway['api']> =>
      gateway.api('POST', '/users/login', { token: null, project: null, body });
    const longest = await post(login(65_536));
    expect(longest).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const before = await metric(REFUSED('too_large'));
    expect(await post(login(65_537))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', message: 'The body is larger than 64 KB.' },
    });
    expect(await metric(REFUSED('too_large'))).toBe((before || 0) + 1);
  });

  it('of JSON is 1 value for 10 bytes, 50,000 with many names, and 5,000 different names, one more is 413', async () => {
    const post = (customData: object): ReturnType<TestGateway['api']> =>
      gateway.api('POST', '/tickets', { body: { title: 'x', customData } });
    const list = (length: number): object => ({ list: Array(length).fill(0) });
    const names = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
    // The body itself, `title`, `customData` and its list are counted too.
    const limits = scaleJsonLimits(5 * 1024 * 1024);
    const parse = (body: object): Promise<object> => parseBody(Buffer.from(JSON.stringify(body)), limits);
    await expect(parse(list(limits.values - 2))).resolves.toBeDefined();
    await expect(parse(list(limits.values))).rejects.toThrow('The body has more than 524288 values.');
    const many = names(600);
    expect(await post({ ...list(MAX_JSON_VALUES - 604), ...many })).toMatchObject({ status: 200 });
    expect(await post({ ...list(MAX_JSON_VALUES), ...many })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', message: 'The body has more than 50000 values.' },
    });
    expect(await post(names(MAX_JSON_NAMES - 2))).toMatchObject({ status: 200 });
    expect(await post(names(MAX_JSON_NAMES - 1))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', message: 'The body has more than 5000 different field names.' },
    });
  });

  it('of JSON is judged before it is built: 5 MB of brackets take no more memory than their bytes', async () => {
    const deep = Buffer.from(`{"a":${'['.repeat(2_400_000)}${']'.repeat(2_400_000)}}`);
    const before = process.memoryUsage().heapUsed;
    await expect(parseBody(deep)).rejects.toThrow('is nested deeper than 30 levels');
    // Built, the lists alone would take 16 bytes each: 77 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });

  it('of a nested value beyond 30 levels names the field', async () => {
    const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`;
    const { body } = await gateway.api('POST', '/tickets', { body: `{"customData":${deep}}` });
    expect(body).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: `customData${'.a'.repeat(29)}`, message: 'is nested deeper than 30 levels' }],
    });
  });
});

const MOST = scaleJsonLimits(5 * 1024 * 1024);

it.each<[string, () => unknown]>([
  ['numbers', () => Array<number>(MOST.values - 4).fill(0)],
  ['empty objects', () => Array<object>(MOST.values / 2 - 4).fill({})],
  [
    'nodes of rich text',
    () =>
      Array<object>(Math.floor(MOST.values / 7) - 4).fill({
        type: 'text',
        text: 'a',
        marks: [{ type: 'bold' }],
      }),
  ],
  [
    'objects of ever other names',
    () =>
      Array.from({ length: Math.floor(MAX_JSON_VALUES / 11) - 1 }, (_, row) =>
        Object.fromEntries(
          Array.from({ length: 10 }, (__, index) => [`k${(row * 7_919 + index * 104_729) % 4_900}`, index]),
        ),
      ),
  ],
])('the most %s that a body may have are built within 200 ms of processor time', async (_, make) => {
  const bytes = Buffer.from(JSON.stringify({ customData: make() }));
  await expectBoundedWork(() => parseBody(bytes, MOST));
});

it('5 MB of open brackets are refused within 200 ms of processor time', async () => {
  const bytes = Buffer.from('['.repeat(5 * 1024 * KILOBYTE));
  const refuse = (): Promise<void> => expect(parseBody(bytes)).rejects.toThrow('not valid JSON');
  await expectBoundedWork(refuse);
});

describe('room', () => {
  const large = { title: 'x', customData: { text: 'x'.repeat(300 * KILOBYTE) } };

  it('for bodies has an end: 503 unavailable with Retry-After, but not for small ones', async () => {
    const half = '{"title":"'.padEnd(400 * KILOBYTE, 'x');
    for (let count = 0; count < 2; count += 1) await (await begin({ length: 900 * KILOBYTE })).send(half);
    await eventually(async () => expect(await metric(HELD)).toBe(2 * half.length));
    expect(await metric('http_request_body_bytes_limit\\{service="gateway"\\}')).toBe(1024 * KILOBYTE);

    const refused = await gateway.api('POST', '/tickets', { body: large });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await metric(REFUSED('no_room'))).toBeGreaterThan(0);
    expect(await gateway.api('POST', '/tickets', { body: { title: 'small' } })).toMatchObject({
      status: 200,
    });
    expect(operationCalls(gateway.calls)).toHaveLength(1);

    open.forEach((connection) => connection.destroy());
    await eventually(async () => expect(await metric(HELD)).toBe(0));
    expect(await gateway.api('POST', '/tickets', { body: large })).toMatchObject({ status: 200 });
  });

  it('is given back after every answer', async () => {
    await gateway.api('POST', '/tickets', { body: large });
    await gateway.api('POST', '/tickets', { body: '{"title":' });
    await gateway.api('POST', '/tickets', { body: { title: 5 } });
    await gateway.api('POST', '/tickets', { body: 'x'.repeat(6 * 1024 * KILOBYTE) }).catch(() => undefined);
    await eventually(async () => expect(await metric(HELD)).toBe(0));
  });
});

it('a body of single bytes is read like another', async () => {
  const connection = openRaw(gateway.url);
  open.push(connection);
  const body = JSON.stringify({ customData: { text: 'x'.repeat(2_000) } });
  await connection.send(
    `POST /v3/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.tokens.admin}\r\nproject: ${PROJECT}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`,
  );
  expect(readStatus(await connection.until(ANSWERED))).toBe(200);
  expect(operationCalls(gateway.calls)[0]?.request).toMatchObject({
    ticket: { customData: { text: 'x'.repeat(2_000) } },
  });
});

describe('pace', () => {
  it('below 1 KB a second is 408 and the end of the connection; a body that is whole is not hurried', async () => {
    const before = await metric(REFUSED('too_slow'));
    const silent = await begin({ length: 100 });
    const dripping = await begin({ length: 100_000 });
    const form = await begin({ path: '/uploads', length: 100_000, type: 'multipart/form-data; boundary=x' });
    await form.send('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    const drip = setInterval(() => void dripping.send(' '.repeat(100)), 200);
    let finish = (): void => undefined;
    gateway.answers['createTicket'] = () => new Promise((resolve) => (finish = () => resolve({})));
    const patient = gateway.api('POST', '/tickets', { body: { title: 'x' } });
    for (const connection of [silent, dripping, form]) {
      const received = await connection.closed();
      expect([readStatus(received), readCode(received)]).toEqual([408, 'request_timeout']);
    }
    clearInterval(drip);
    finish();
    expect((await patient).status).toBe(200);
    delete gateway.answers['createTicket'];
    expect(await metric(REFUSED('too_slow'))).toBe((before || 0) + 3);
    await eventually(async () => expect(await metric(HELD)).toBe(0));
  });
});

describe('what still comes after the answer', () => {
  it('ends the connection when it goes on dripping', async () => {
    const connection = await begin({ length: 100_000, token: false });
    const drip = setInterval(() => void connection.send('x'), 100);
    const received = await connection.closed();
    clearInterval(drip);
    expect(readStatus(received)).toBe(401);
  });

  it('is dropped when it comes at once, and the connection goes on', async () => {
    const connection = await begin({ length: 100_000, token: false });
    await connection.until(ANSWERED);
    await connection.send('x'.repeat(100_000));
    await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await connection.until(/"status":"ok"/)).toContain('"status":"ok"');
  });
});
