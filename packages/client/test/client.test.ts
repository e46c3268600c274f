import { Parley, ParleyConnectionError, ParleyError } from '../src/index';
import { startServer } from './server';

let server: Awaited<ReturnType<typeof startServer>>;
let parley: Parley;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.got.length = server.replies.length = 0;
  parley = new Parley({ url: server.url, token: 'a-token', project: 'p1', retries: 2 });
});

const lines = () => server.got.map(({ method, url }) => `${method} ${url}`);

describe('a call', () => {
  it('has its ids in the path, then a body, a query and options', async () => {
    server.replies.push({ body: { id: 't1' } });
    expect(
      await parley.tickets.update('t/1', { status: 'DONE' }, { project: 'p2', headers: { 'x-a': 'b' } }),
    ).toEqual({
      id: 't1',
    });
    const [{ headers, body, ...line } = { headers: {}, body: '' }] = server.got;
    expect(line).toEqual({ method: 'PUT', url: '/v3/tickets/t%2F1' });
    expect(headers).toMatchObject({
      authorization: 'Bearer a-token',
      project: 'p2',
      'content-type': 'application/json',
      'x-a': 'b',
    });
    expect(JSON.parse(body)).toEqual({ status: 'DONE' });
  });

  it('asks for the token each time where it is a function, and takes an address with /v3', async () => {
    let count = 0;
    const other = new Parley({ url: `${server.url}/v3/`, token: () => `token-${(count += 1)}` });
    await other.users.me();
    await other.users.me();
    expect(server.got.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(lines()).toEqual(['GET /v3/users/me', 'GET /v3/users/me']);
  });

  it('writes lists as repeated parameters, dates in ISO 8601, null as null, and conditions by their names', async () => {
    await parley.tickets.list({
      status: ['OPEN', 'DONE'],
      limit: 5,
      conditions: { 'createdAt>': '2026-01-01', 'customData.plan': 'pro' },
    });
    expect(lines()).toEqual([
      'GET /v3/tickets?status=OPEN&status=DONE&limit=5&createdAt%3E=2026-01-01&customData.plan=pro',
    ]);
  });

  it('has types of the fields that a query chooses', async () => {
    server.replies.push({ body: { tickets: [{ id: 't1', title: 'One' }] } });
    const { tickets } = await parley.tickets.list({ fields: ['title', 'status'], limit: 1 });
    const titles: (string | undefined)[] = tickets.map(({ title }) => title);
    // @ts-expect-error: it was not chosen.
    const tags: unknown = tickets[0]?.tags;
    expect({ titles, tags }).toEqual({ titles: ['One'], tags: undefined });
    server.replies.push({ body: { id: 't1' } });
    const { id } = await parley.tickets.get('t1', { fields: ['title'] });
    expect(id).toBe('t1');
    expect(lines()).toEqual([
      'GET /v3/tickets?fields=title&fields=status&limit=1',
      'GET /v3/tickets/t1?fields=title',
    ]);
  });

  it.each(['', '.', '..', undefined])('refuses %p as an id, which would lead to another path', (id) => {
    expect(() => parley.tickets.get(id as string)).toThrow('ticketId must be an id');
    expect(server.got).toEqual([]);
  });

  it('sends a file as a form, a mail as it is, and answers a text', async () => {
    await parley.uploads.upload(new File(['%PDF'], 'invoice.pdf', { type: 'application/pdf' }));
    expect(server.got[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(server.got[0]?.body).toContain('name="file"; filename="invoice.pdf"');
    await parley.tickets.inboundEmail('From: a@b.example\r\n\r\nHello');
    expect(server.got[1]).toMatchObject({ headers: { 'content-type': 'message/rfc822' } });
    server.replies.push({ body: 'a,b\r\n1,2\r\n', headers: { 'content-type': 'text/csv' } });
    expect(await parley.tickets.exportCsv()).toBe('a,b\r\n1,2\r\n');
  });
});

describe('a list', () => {
  it('is one request when it is awaited, and none before', async () => {
    const list = parley.tickets.list({ limit: 1 });
    expect(server.got).toEqual([]);
    server.replies.push({ body: { tickets: [{ id: '1' }], count: 1, totalCount: 9 } });
    expect((await list).totalCount).toBe(9);
    expect((await list).tickets).toHaveLength(1);
    expect(server.got).toHaveLength(1);
  });

  it('is every item when it is iterated, page by page, in an object or not', async () => {
    server.replies.push(
      { body: { tickets: [{ id: '1' }, { id: '2' }] } },
      { body: { tickets: [{ id: '3' }] } },
    );
    server.replies.push({ body: { tickets: [] } });
    const ids: string[] = [];
    for await (const { id } of parley.tickets.list({ limit: 2 })) ids.push(id ?? '');
    expect(ids).toEqual(['1', '2', '3']);
    expect(lines()).toEqual([0, 2, 3].map((skip) => `GET /v3/tickets?limit=2&skip=${skip}`));
    server.got.length = 0;
    server.replies.push({ body: [{ id: 'a' }] }, { body: [] });
    for await (const { id } of parley.teams.list()) ids.push(id ?? '');
    expect(ids.at(-1)).toBe('a');
    expect(lines()).toEqual(['GET /v3/teams?skip=0&limit=100', 'GET /v3/teams?skip=1&limit=100']);
  });

  it('asks for no further page when the loop ends', async () => {
    server.replies.push({ body: [{ id: 'a' }, { id: 'b' }] });
    for await (const team of parley.teams.list()) if (team.id === 'a') break;
    expect(server.got).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('is a ParleyError with the code, the fields and the id of the request', async () => {
    const errors = [{ field: 'title', message: 'must be text' }];
    const problem = { code: 'invalid_input', message: 'The request is invalid.', requestId: 'r1', errors };
    server.replies.push({ status: 400, body: problem });
    const error = await parley.tickets.create({}).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ status: 400, ...problem });
    expect(server.got).toHaveLength(1);
  });

  it('of a proxy without a problem document has the code unknown', async () => {
    server.replies.push({ status: 400, body: '<html>' });
    await expect(parley.users.me()).rejects.toMatchObject({
      code: 'unknown',
      message: 'The server answered 400.',
    });
  });

  it('that passes is tried again, each time with the same key', async () => {
    server.replies.push('cut', { status: 503, body: {} }, { body: { id: 'm1' } });
    expect(await parley.messages.create({ ticket: 't', comment: 'Hi' })).toEqual({ id: 'm1' });
    const keys = server.got.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await parley.messages.create({ ticket: 't' }, { idempotencyKey: 'mine' });
    expect(server.got[3]?.headers['idempotency-key']).toBe('mine');
    expect(server.got[3]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it.each([429, 502, 503, 504])('%s is tried again as often as `retries` says', async (status) => {
    server.replies.push({ status }, { status }, { status });
    await expect(parley.users.me({ retries: 1 })).rejects.toMatchObject({ status });
    expect(server.got).toHaveLength(2);
  });

  it('waits as long as Retry-After says, and not at all for more than 60 s', async () => {
    server.replies.push({ status: 429, headers: { 'retry-after': '1' } });
    const start = performance.now();
    await parley.users.me();
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    server.got.length = 0;
    server.replies.push({ status: 429, headers: { 'retry-after': '61' } });
    await expect(parley.users.me()).rejects.toMatchObject({ retryAfter: 61 });
    expect(server.got).toHaveLength(1);
  });

  it('of the connection is a ParleyConnectionError, and so is one that takes longer than `timeout`', async () => {
    const nowhere = new Parley({ url: 'http://127.0.0.1:9', retries: 0 });
    await expect(nowhere.users.me()).rejects.toBeInstanceOf(ParleyConnectionError);
    const slow = new Parley({ url: server.url, retries: 0, timeout: 20, fetch: neverAnswers });
    await expect(slow.users.me()).rejects.toMatchObject({
      name: 'ParleyConnectionError',
      cause: { name: 'TimeoutError' },
    });
  });

  it('is none when the caller ends the call: its own reason is thrown', async () => {
    const end = new AbortController();
    server.replies.push({ status: 503, headers: { 'retry-after': '30' } });
    const call = parley.users.me({ signal: end.signal });
    setTimeout(() => end.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
    expect(server.got).toHaveLength(1);
  });
});

const neverAnswers: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });
