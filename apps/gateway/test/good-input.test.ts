import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { TICKET } from './support/identities';

describe('odd but good input', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const received = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await gateway.api(method, path, { body });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return operationCalls(gateway.calls).at(-1)?.request ?? {};
  };

  it('clamps limit to the list’s maximum and skip to what an int32 holds', async () => {
    expect(await received('GET', '/tickets?limit=5000')).toMatchObject({ limit: 1000 });
    expect(await received('GET', `/tickets?limit=${'9'.repeat(400)}&skip=${'9'.repeat(30)}`)).toMatchObject({
      limit: 1000,
      skip: 2_147_483_647,
    });
    expect(await received('GET', '/tickets')).toMatchObject({ limit: 50, skip: 0 });
    expect(await received('GET', '/tickets?limit=0')).toMatchObject({ limit: 50 });
  });

  it('takes an absent body as an empty one', async () => {
    const answer = await gateway.api('POST', '/tickets');
    expect(answer.status).toBe(200);
  });

  it('takes a byte order mark, a charset and a +json type', async () => {
    expect(await received('POST', '/tickets', '\ufeff{"title":"x"}')).toMatchObject({
      ticket: { title: 'x' },
    });
    for (const type of ['application/json; charset=UTF-8', 'application/merge-patch+json']) {
      const answer = await gateway.api('POST', '/tickets', { body: {}, headers: { 'content-type': type } });
      expect(answer.status).toBe(200);
    }
  });

  it('keeps nulls, false, empty text and empty lists of free JSON, and names that look like a prototype’s', async () => {
    const request = await received(
      'POST',
      '/tickets',
      '{"customData":{"a":null,"b":false,"c":"","d":[],"constructor":{"x":1},"prototype":1}}',
    );
    const { customData } = request['ticket'] as { customData: Record<string, unknown> };
    expect(JSON.stringify(customData)).toBe(
      '{"a":null,"b":false,"c":"","d":[],"constructor":{"x":1},"prototype":1}',
    );
  });

  it('takes times with an offset, in lower case and as dates', async () => {
    for (const [sent, kept] of [
      ['2026-03-01', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T10:00:00.1239+02:00', '2026-03-01T08:00:00.123Z'],
      ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
    ]) {
      expect(await received('POST', '/tickets', { dueDate: sent })).toMatchObject({
        ticket: { dueDate: kept },
      });
    }
  });

  it('treats a top-level null on create as absent where nulls have no meaning', async () => {
    const request = await received('POST', '/tickets', { title: null, tags: null });
    expect(request['ticket']).not.toMatchObject({ title: expect.anything() });
  });

  it('ignores fields that it does not know, and those that the server sets', async () => {
    const { ticket } = await received('POST', '/tickets', {
      title: 'x',
      nonesuch: { deep: [1] },
      id: 'mine',
      _id: 'mine',
      bugId: 7,
      createdAt: 'never',
      shareToken: 'mine',
      project: 'mine',
    });
    expect(JSON.parse(JSON.stringify(ticket))).toEqual({ title: 'x' });
    await received('PUT', `/tickets/${TICKET}`, { nonesuch: 1, updatedAt: 'never', organisation: 'mine' });
  });

  it('takes a sign-up without a password, and with one from 8 characters on', async () => {
    const signUp = { email: 'ada@example.com', name: 'Ada', challengeToken: 'solved' };
    await received('POST', '/users', signUp);
    await received('POST', '/users', { ...signUp, password: '8 chars.' });
    expect(await gateway.api('POST', '/users', { body: { ...signUp, password: '7 chars' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'password' }] },
    });
  });

  it.each(['me@müller.example', 'me@xn--mller-kva.example', 'me@例え.テスト', 'me@example.com.'])(
    'takes the address %s wherever it takes one',
    async (email) => {
      await received('POST', '/users', { email, name: 'Ada', challengeToken: 'solved' });
      await received('POST', '/sessions', { email });
      await received('POST', '/tickets/compose', { email, message: 'Hi' });
      await received('POST', '/invitations/projects', { emails: [email] });
    },
  );

  it('ignores a body of GET and DELETE', async () => {
    const answer = await gateway.api('DELETE', `/tickets/${TICKET}`, { body: '{' });
    expect(answer.status).toBe(204);
  });
});
