import { notFound } from '@parley/errors';
import { eventually } from '@parley/testing';
import { widgetSignature } from '../src/auth/widget';
import { type ApiRequest, operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT, PROJECT_KEY, SESSION_SECRET, UNKNOWN_ID } from './support/identities';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

describe('GET /sessions/export', () => {
  it('is a CSV file named users.csv', async () => {
    const { headers } = await gateway.api('GET', '/sessions/export');
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
  });

  it('is made no faster than it is read, and no further when the reader has gone', async () => {
    const before = gateway.answers['exportContacts'];
    let [made, ended] = [0, false];
    const endless = async function* (): AsyncGenerator<{ chunk: Buffer }> {
      try {
        for (;;) {
          made += 1;
          yield { chunk: Buffer.alloc(64 * 1024, 'x') };
        }
      } finally {
        ended = true;
      }
    };
    gateway.answers['exportContacts'] = () => endless();
    const leaving = new AbortController();
    const response = await fetch(`${gateway.url}/v3/sessions/export`, {
      headers: { authorization: `Bearer ${gateway.tokens.admin}`, project: PROJECT },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    // Once the buffers on the way are full, nothing more is made.
    const seen: number[] = [];
    await eventually(() => {
      seen.push(made);
      expect(seen.slice(-10)).toEqual(Array.from({ length: 10 }, () => made));
    });
    expect(ended).toBe(false);
    leaving.abort();
    await eventually(() => expect(ended).toBe(true));
    Object.assign(gateway.answers, { exportContacts: before });
  });
});

describe('POST /sessions/unsubscribe', () => {
  const post = (body: object) => gateway.api('POST', '/sessions/unsubscribe', { body });

  it('takes 5,000 entries and a reason of 512 characters; more is 400 naming the field', async () => {
    const entries = (count: number) => Array.from({ length: count }, (_, n) => ({ userId: `u${n}` }));
    const reason = (length: number) => 'x'.repeat(length);
    expect((await post({ sessions: entries(5_000), reason: reason(512) })).status).toBe(200);
    expect(await post({ sessions: entries(5_001) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'sessions' }] },
    });
    expect(await post({ sessions: [], reason: reason(513) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'reason' }] },
    });
  });

  it('is 400 without sessions, and names an entry that is none', async () => {
    expect(await post({})).toMatchObject({ status: 400, body: { errors: [{ field: 'sessions' }] } });
    expect(await post({ sessions: [{ email: 'a@example.com' }, { userId: 7 }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'sessions.1.userId' }] },
    });
  });
});

describe('an unknown session', () => {
  it.each([
    ['PUT', 'resubscribe', 'resubscribeContact'],
    ['GET', 'identity-history', 'getIdentityHistory'],
    ['GET', 'events', 'listContactEvents'],
  ])('is 404 session_not_found: %s %s', async (method, path, rpc) => {
    const before = gateway.answers[rpc];
    gateway.answers[rpc] = () => {
      throw notFound('session');
    };
    const missing = { status: 404, body: { code: 'session_not_found' } };
    expect(await gateway.api(method, `/sessions/${UNKNOWN_ID}/${path}`)).toMatchObject(missing);
    expect(await gateway.api(method, `/sessions/no-id/${path}`)).toMatchObject(missing);
    Object.assign(gateway.answers, { [rpc]: before });
  });
});

describe('widgets', () => {
  const key = { 'api-token': PROJECT_KEY };
  const session = { ...key, 'svc-id': 's1', 'svc-hash': widgetSignature(SESSION_SECRET, 's1') };
  const post = (path: string, headers: Record<string, string>, body: object = {}) =>
    gateway.api('POST', `/shared/sessions${path}`, {
      token: null,
      project: null,
      headers,
      body,
    } as ApiRequest);

  it('start with the project’s key alone, as nobody yet, and with a session as its contact', async () => {
    expect((await post('', key)).status).toBe(200);
    expect((await post('', session)).status).toBe(200);
    expect(operationCalls(gateway.calls).map(({ context }) => context.scope.actor)).toEqual([
      { type: 'anonymous' },
      { type: 'contact', id: 's1' },
    ]);
  });

  it.each([
    ['', { 'api-token': 'unknown' }],
    ['', {}],
    ['', { ...session, 'svc-hash': 'wrong' }],
    ['', { ...key, 'svc-id': 's1' }],
    ['/identify', key],
    ['/identify', { ...session, 'svc-hash': 'wrong' }],
    ['/events', key],
  ])('are 401 invalid_session: POST /shared/sessions%s with %j', async (path, headers) => {
    const body = { userId: 'u', events: [] };
    expect(await post(path, headers as Record<string, string>, body)).toMatchObject({
      status: 401,
      body: { code: 'invalid_session' },
    });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('must say who the contact is', async () => {
    expect(await post('/identify', session, { name: 'Ada' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'userId' }] },
    });
    expect(await post('/identify', session, { userId: '' })).toMatchObject({ status: 400 });
    expect(await post('/identify', session, { userId: 'u', email: 'no address' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email' }] },
    });
  });

  it('track at most 100 events a call, each with a name', async () => {
    const events = (count: number) => Array.from({ length: count }, () => ({ name: 'e' }));
    expect((await post('/events', session, { events: events(100) })).status).toBe(200);
    expect(await post('/events', session, { events: events(101) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'events' }] },
    });
    expect(await post('/events', session, { events: [{ name: 'a' }, { data: 1 }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'events.1.name' }] },
    });
    expect(await post('/events', session, { events: [{ name: 'a', date: 'soon' }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'events.0.date' }] },
    });
  });
});
