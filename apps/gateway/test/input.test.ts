import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { operation } from '../src/rest/operation';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { TICKET } from './support/identities';

interface Body {
  code: string;
  message: string;
  errors?: { field: string; message: string }[];
}

describe('bad input', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));
  // Whatever a test sends, no call reaches a service and nothing is a fault.
  afterEach(() => {
    expect(operationCalls(gateway.calls).filter(({ rpc }) => rpc !== 'getTicket')).toEqual([]);
    expect(gateway.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  const post = async (
    body: unknown,
    path = '/tickets',
    headers = {},
  ): Promise<{ status: number; body: Body }> => gateway.api('POST', path, { body, headers });

  it.each([
    ['{', 'invalid_json'],
    ['{"a":}', 'invalid_json'],
    ['{"a":1}x', 'invalid_json'],
    ["{'a':1}", 'invalid_json'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
    ['[]', 'invalid_input'],
    ['"text"', 'invalid_input'],
    ['null', 'invalid_input'],
    ['12', 'invalid_input'],
    ['{"title":"a\\u0000b"}', 'invalid_input'],
    ['{"title":"\\ud800"}', 'invalid_input'],
    ['{"customData":{"a":["\\udc00x"]}}', 'invalid_input'],
    ['{"customData":{"a\\u0000":1}}', 'invalid_input'],
    ['{"customData":{"a":1e999}}', 'invalid_input'],
    ['{"score":-1e999}', 'invalid_input'],
  ])('body %s is 400 %s', async (body, code) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code } });
  });

  it.each([
    ['{"title":"x","__proto__":{"title":"y"}}', '__proto__'],
    ['{"customData":{"a":{"\\u005f_proto__":1}}}', 'customData.a.__proto__'],
    ['{"unknown":[1,{"__proto__":null}]}', 'unknown.1.__proto__'],
  ])('a name that would replace a prototype is 400 and named: %s', async (body, field) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field, message: 'is no name that a field can have' }] },
    });
  });

  it('names a member of an object that has not the documented type', async () => {
    const sent = {
      bot: { active: 'yes', currentBot: null, more: 1 },
      channel: { id: 7, type: 5, metaData: [] },
    };
    expect(await post(sent)).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          { field: 'bot.active', message: expect.stringContaining('true or false') },
          { field: 'channel.type', message: expect.stringContaining('text') },
          { field: 'channel.metaData', message: expect.stringContaining('object') },
        ]),
      },
    });
    const message = { ticket: TICKET, comment: 'x', fallbackUser: { username: 1 } };
    const { body } = await post(message, '/messages');
    expect(body.errors?.map(({ field }) => field)).toEqual(['fallbackUser.username']);
  });

  it('never quotes the body in the message', async () => {
    const { body } = await post('{"password":"hunter2"', '/users/login');
    expect(body.message).not.toContain('hunter2');
  });

  it('lists every wrong field with a readable message', async () => {
    const { status, body } = await post({
      title: 5,
      type: '',
      priority: 'URGENT',
      dueDate: 'tomorrow',
      archived: 'yes',
      tags: 'a',
      conversationRating: 11,
      lexorank: 'x'.repeat(257),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input' });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'title', message: 'must be a text' },
        { field: 'type', message: 'must not be empty' },
        { field: 'priority', message: 'must be one of LOW, MEDIUM, HIGH' },
        {
          field: 'dueDate',
          message: 'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31',
        },
        { field: 'archived', message: 'must be true or false' },
        { field: 'tags', message: 'must be a list' },
        { field: 'conversationRating', message: 'must be at most 10' },
        { field: 'lexorank', message: 'must have at most 256 characters' },
      ]),
    );
    expect(body.errors).toHaveLength(8);
  });

  it('names nested fields by their path and missing ones', async () => {
    const message = await post(
      { ticket: TICKET, attachments: [{ name: 'a', url: 'u' }, { name: 5 }] },
      '/messages',
    );
    expect(message.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'attachments.1.name', message: 'must be a text' },
        { field: 'attachments.1.url', message: 'is required' },
      ]),
    );
    const signUp = await post({ email: 'no address', name: null }, '/users');
    expect(signUp.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'email', message: 'must be an e-mail address' },
        { field: 'name', message: 'is required' },
        { field: 'challengeToken', message: 'is required' },
      ]),
    );
  });

  it('names only the first problem of a body over 256 KB', async () => {
    const attachments = [1, 'x'.repeat(300_000), 2];
    const { status, body } = await post({ ticket: TICKET, attachments }, '/messages');
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'attachments.0', message: 'must be an object' }]);
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    '0000-01-01',
    '0001-01-01T00:00:00+14:00',
    '+010000-01-01T00:00:00Z',
    '1',
    '',
  ])('time %s is 400 invalid_input', async (dueDate) => {
    expect(await post({ dueDate })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('refuses JSON nested deeper than 30 levels, and takes any size of nesting without a fault', async () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(await post(`{"customData":${nested(30)}}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    expect(await post(`{"customData":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    expect(await post('['.repeat(5_000_000))).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/jsonx'],
    [''],
  ])('media type "%s" is 415', async (type) => {
    expect(await post('{}', '/tickets', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
  });

  it('a compressed body is 415', async () => {
    expect(await post('{}', '/tickets', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  it('a body of 5 MB passes the size check and one byte more is 413, declared or streamed', async () => {
    const limit = 5 * 1024 * 1024;
    const fits = `{"title":"${'x'.repeat(limit - '{"title":""}'.length)}"}`;
    expect(await post(fits)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await post(`${fits} `)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });

    const streamed = await fetch(`${gateway.url}/v3/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.tokens.admin}`,
        project: '0000000000000000000000a1',
        'content-type': 'application/json',
      },
      body: new Blob([`${fits} `]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
  });

  it.each([
    ['limit=-1'],
    ['limit=ten'],
    ['limit=1.5'],
    ['limit='],
    ['limit=0x10'],
    ['limit=1&limit=2'],
    ['skip=-1'],
    ['archived=maybe'],
    ['archived='],
    ['title=%00'],
    ['title=%ff'],
    ['%'],
  ])('GET /tickets?%s is 400 invalid_query', async (query) => {
    expect(await gateway.api('GET', `/tickets?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });

  it.each([['project=x'], ['organisation=x'], ['project!=x'], ['organisation>=x'], ['project<x']])(
    'GET /tickets?%s is 400 forbidden_filter',
    async (query) => {
      for (const path of ['/tickets', '/tickets/ticketscount', '/sessions', '/messages']) {
        expect(await gateway.api('GET', `${path}?${query}`)).toMatchObject({
          status: 400,
          body: { code: 'forbidden_filter' },
        });
      }
    },
  );

  it('a missing or empty required query parameter is 400 invalid_query', async () => {
    for (const path of ['/tickets/search', '/tickets/search?searchTerm=', '/sessions/search']) {
      expect(await gateway.api('GET', path)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query', errors: [{ field: 'searchTerm' }] },
      });
    }
  });

  it('an unknown value of a closed parameter is 400 invalid_query', async () => {
    expect(await gateway.api('GET', '/sessions?type=robots')).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: [{ field: 'type' }] },
    });
    expect(await gateway.api('GET', '/messages?before=last')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_query',
        errors: [{ field: 'before', message: 'must be an id of 24 hexadecimal digits' }],
      },
    });
  });

  it('an unknown value of a field with closed values is 400 invalid_query, whatever the operator', async () => {
    for (const query of ['priority=URGENT', 'priority!=URGENT', 'priority=LOW,URGENT', 'sentiment=sad']) {
      const field = query.replace(/!?=.*/, '');
      expect(await gateway.api('GET', `/tickets?${query}`)).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_query',
          errors: [{ field, message: expect.stringMatching(/^must be one of /) }],
        },
      });
    }
  });

  it('free JSON of which the contract names the members is an object', async () => {
    for (const [path, field] of [
      ['/tickets', 'bot'],
      ['/tickets', 'channel'],
      ['/tickets', 'integrations'],
      ['/messages', 'channel'],
      ['/messages', 'fallbackUser'],
    ] as const) {
      const { status, body } = await post({ ticket: TICKET, comment: 'x', [field]: 'text' }, path);
      expect({ path, field, status, errors: body.errors }).toEqual({
        path,
        field,
        status: 400,
        errors: [{ field, message: 'must be an object' }],
      });
    }
  });

  it.each(['nonsense', '%00', '%ff', TICKET.toUpperCase(), `${TICKET}0`, "'%20OR%201=1", '..%2f', '%'])(
    'path id %s is 404 without a call',
    async (id) => {
      expect(await gateway.api('GET', `/tickets/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'ticket_not_found' },
      });
      expect(await gateway.api('GET', `/sessions/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'session_not_found' },
      });
      expect(await gateway.api('DELETE', `/service-accounts/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'service_account_not_found' },
      });
    },
  );

  it('a parameter that its row declares an id is 404 by the row’s noun', async () => {
    const rows = [
      operation('test.member', 'PUT /members/{userId}', UsersServiceDefinition, 'updateCurrentUser', {
        surface: 'account',
        ids: { userId: 'member' },
      }),
    ];
    const own = await startTestGateway({ operations: rows });
    expect(await own.api('PUT', '/members/x', { body: {} })).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    });
    expect(await own.api('PUT', `/members/${TICKET}`, { body: {} })).toMatchObject({ status: 200 });
    await own.stop();
  });

  it('a userId that is no text is 404', async () => {
    expect(await gateway.api('GET', '/sessions/by-user-id/a%00b')).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    });
  });
});
