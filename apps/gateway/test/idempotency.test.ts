import { DomainError, limited, timeout, unauthenticated, unavailable } from '@parley/errors';
import { type ApiAnswer, startTestGateway } from './support/gateway';
import { OTHER_PROJECT, TICKET } from './support/identities';
import { keyedTickets } from './support/keyed-tickets';
import { pruneExpired } from '../src/idempotency/idempotency';

describe('idempotency keys', () => {
  const its = keyedTickets();
  const { newKey, create, hold } = its;

  it('answer the first response again, with Idempotent-Replayed, without doing it twice', async () => {
    const key = newKey();
    const first = await create(key);
    const second = await create(key);
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(its.created).toBe(1);
  });

  it('let 50 requests at once do it exactly once, over two gateways on one database', async () => {
    const key = newKey();
    const other = await startTestGateway({ database: its.gateway.database });
    let otherCreated = 0;
    other.answers['createTicket'] = async () => {
      otherCreated += 1;
      return { ticket: { id: TICKET, title: 'number 1' } };
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? create(key)
          : other.api('POST', '/tickets', { body: { title: 'x' }, headers: { 'idempotency-key': key } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(its.created + otherCreated).toBe(1);
    await other.stop();
  });

  it('are 422 idempotency_key_reused with another body, also while the first runs', async () => {
    const key = newKey();
    const { finish, begun } = hold();
    const first = create(key);
    await begun();
    const other = await create(key, { title: 'y' });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    finish();
    expect(await first).toMatchObject({ status: 200 });
    expect(await create(key, { title: 'y' })).toMatchObject({ status: 422 });
    expect(await create(key)).toMatchObject({ status: 200 });
  });

  it('are 409 idempotency_in_flight with Retry-After when the first still runs after 5 s', async () => {
    const key = newKey();
    const { finish, begun } = hold();
    const first = create(key);
    await begun();
    const second = await create(key);
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
    expect(second.headers.get('retry-after')).toBe('1');
    finish();
    expect(await first).toMatchObject({ status: 200 });
  });

  it('differ by caller, project and path', async () => {
    const key = newKey();
    await create(key);
    await create(key, undefined, { token: its.gateway.tokens.agent });
    expect(its.created).toBe(2);
    its.gateway.answers['composeTicket'] = async () => ({ ticket: { id: 'composed' } });
    const composed = await its.gateway.api('POST', '/tickets/compose', {
      body: { title: 'x' },
      headers: { 'idempotency-key': key },
    });
    expect(composed).toMatchObject({ status: 200, body: { id: 'composed' } });
    const ofOneProject = its.gateway.answers['resolveAccess'];
    its.gateway.answers['resolveAccess'] = () => ({ role: 'admin' });
    expect(await create(key, undefined, { project: OTHER_PROJECT })).toMatchObject({ status: 200 });
    expect(its.created).toBe(3);
    if (ofOneProject) its.gateway.answers['resolveAccess'] = ofOneProject;
  });

  it.each([
    ['400', () => new DomainError('invalid', 'INVALID_INPUT', 'no'), 1],
    ['401 with its challenge', () => unauthenticated('INVALID_CREDENTIALS', 'no'), 1],
    ['500', () => new Error('fault'), 2],
    ['504', () => timeout('slow'), 2],
    ['429', () => limited('slow down', 3), 2],
  ])('keep an answer below 500 other than 429: %s', async (_name, error, times) => {
    const key = newKey();
    let calls = 0;
    its.gateway.answers['createTicket'] = () => {
      calls += 1;
      throw error();
    };
    const first = await create(key);
    const second = await create(key);
    expect(second.status).toBe(first.status);
    expect(second.headers.get('www-authenticate')).toBe(first.headers.get('www-authenticate'));
    expect(calls).toBe(times);
    expect(second.headers.get('idempotent-replayed')).toBe(times === 1 ? 'true' : null);
  });

  it('name the effect alike to the service for as long as its answer is not kept, and another key otherwise', async () => {
    const key = newKey();
    const effects: (string | undefined)[] = [];
    const failures = [new Error('fault'), timeout('slow'), limited('slow down', 3)];
    its.gateway.answers['createTicket'] = async (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      const failure = failures.shift();
      if (failure) throw failure;
      return { ticket: { id: TICKET } };
    };
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await create(key)).status);
    expect(statuses).toEqual([500, 504, 429, 200, 200]);
    expect(effects).toHaveLength(4);
    expect(new Set(effects).size).toBe(1);
    expect(effects[0]).toMatch(/^[0-9a-f-]{36}$/);
    await create(newKey());
    expect(effects[4]).toMatch(/^[0-9a-f-]{36}$/);
    expect(effects[4]).not.toBe(effects[0]);
    await its.gateway.api('POST', '/tickets', { body: { title: 'x' } });
    expect(effects[5]).toBeUndefined();
  });

  it('are 422 with another body after a 503 too, because the effect may have been had; the same body goes on', async () => {
    const key = newKey();
    const effects: (string | undefined)[] = [];
    its.gateway.answers['createTicket'] = async (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      if (effects.length === 1) throw unavailable('gone');
      return { ticket: { id: TICKET } };
    };
    expect(await create(key)).toMatchObject({ status: 503 });
    expect(await create(key, { title: 'y' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await create(key)).toMatchObject({ status: 200 });
    expect(effects).toHaveLength(2);
    expect(effects[1]).toBe(effects[0]);
  });

  it('name another effect once the 24 h are over, which begin with the answer when it is kept', async () => {
    const { db } = its.gateway.database;
    const key = newKey();
    const effects: (string | undefined)[] = [];
    its.gateway.answers['createTicket'] = async (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      if (effects.length === 1) throw unavailable('gone');
      return { ticket: { id: TICKET } };
    };
    await create(key);
    await db.query(`UPDATE idempotency_keys SET expires_at = now() + interval '1 minute'`);
    expect(await create(key)).toMatchObject({ status: 200 });
    const [kept] = await db.query<{ hours: number }>(
      `SELECT extract(epoch FROM max(expires_at) - now()) / 3600 AS hours FROM idempotency_keys`,
    );
    expect(Math.round(Number(kept?.hours))).toBe(24);
    await db.query(`UPDATE idempotency_keys SET expires_at = now() - interval '1 second'`);
    expect(await create(key)).toMatchObject({ status: 200 });
    expect(effects).toHaveLength(3);
    expect(effects[1]).toBe(effects[0]);
    expect(effects[2]).not.toBe(effects[0]);
  });

  it('keep the answer to a faulty body too', async () => {
    const key = newKey();
    const first = await create(key, '{');
    expect(first).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    expect(await create(key, '{')).toMatchObject({ status: 400, text: first.text });
  });

  it('take at most 255 characters', async () => {
    expect(await create('k'.repeat(255))).toMatchObject({ status: 200 });
    for (const key of ['k'.repeat(256), '']) {
      expect(await create(key)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: 'Idempotency-Key' }] },
      });
    }
  });

  it('mean nothing on PUT', async () => {
    its.gateway.answers['updateTicket'] = async () => ({ ticket: { id: TICKET } });
    for (const title of ['x', 'y']) {
      const answer = await its.gateway.api('PUT', `/tickets/${TICKET}`, {
        body: { title },
        headers: { 'idempotency-key': 'put' },
      });
      expect(answer.status).toBe(200);
    }
  });

  it('expire after 24 h and are pruned then', async () => {
    const { db } = its.gateway.database;
    const key = newKey();
    await create(key);
    const [kept] = await db.query<{ hours: number }>(
      `SELECT extract(epoch FROM max(expires_at) - now()) / 3600 AS hours FROM idempotency_keys`,
    );
    expect(Math.round(Number(kept?.hours))).toBe(24);
    await db.query(`UPDATE idempotency_keys SET expires_at = now() - interval '1 second'`);
    await create(key);
    expect(its.created).toBe(2);
    const [before] = await db.query<{ count: number }>('SELECT count(*) FROM idempotency_keys');
    expect(await pruneExpired(db)).toBe(Number(before?.count) - 1);
    expect(await db.query('SELECT 1 FROM idempotency_keys')).toHaveLength(1);
  });

  it('store neither passwords nor tokens in the clear', async () => {
    its.gateway.answers['login'] = async () => ({ token: 'very.secret.token', user: { id: TICKET } });
    const key = newKey();
    const login = (): Promise<ApiAnswer> =>
      its.gateway.api('POST', '/users/login', {
        token: null,
        project: null,
        headers: { 'idempotency-key': key },
        body: { email: 'ada@example.com', password: 'hunter22' },
      });
    await login();
    expect(await login()).toMatchObject({ status: 200, body: { token: 'very.secret.token' } });
    const rows = await its.gateway.database.db.query('SELECT * FROM idempotency_keys');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/secret|hunter22|ada@example/);
  });
});
