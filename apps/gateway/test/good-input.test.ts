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

  const ignored = async (path: string, body: unknown, headers = {}): Promise<string | null> =>
    (await gateway.api('POST', path, { body, headers })).headers.get('ignored-fields');

  it('names the fields that have no effect in the header Ignored-Fields, inside of lists and objects too', async () => {
    expect(await ignored('/tickets', { title: 'x', nonesuch: 1, bugId: 7, id: null })).toBe(
      'nonesuch, bugId, id',
    );
    const attachments = [
      { name: 'a', url: 'https://example.com/a', size: 5 },
      { name: 'b', url: 'u', size: 6 },
    ];
    expect(await ignored('/messages', { ticket: TICKET, attachments, nulls: [] })).toBe(
      'attachments[].size, nulls',
    );
    expect(await ignored('/tickets', { customData: { nonesuch: 1 }, content: { nonesuch: 1 } })).toBeNull();
    expect(await ignored('/sessions/importer', { sessions: [{ email: 'a@example.com', nonesuch: 1 }] })).toBe(
      'sessions[].nonesuch',
    );
  });

  it('names them in a bounded header, and again where an idempotent request is repeated', async () => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`field${index}`, 1]));
    expect((await ignored('/tickets', many))?.split(', ')).toHaveLength(51);
    expect(await ignored('/tickets', { ['x'.repeat(5_000)]: 1 })).toBe('...');
    const key = { 'idempotency-key': 'ignored-1' };
    expect(await ignored('/tickets', { nonesuch: 1 }, key)).toBe('nonesuch');
    const again = await gateway.api('POST', '/tickets', { body: { nonesuch: 1 }, headers: key });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('ignored-fields')).toBe('nonesuch');
    expect(again.headers.get('access-control-expose-headers')).toContain('Ignored-Fields');
  });

  it('reads closed values without regard to case, in bodies and in queries', async () => {
    expect(await received('POST', '/tickets', { priority: 'high', sentiment: 'POSITIVE' })).toMatchObject({
      ticket: { priority: 'HIGH', sentiment: 'positive' },
    });
    const board = { name: 'b', lanes: [{ title: 'New' }] };
    for (const recordType of ['COMPANY', 'Companies'])
      expect(await received('POST', '/pipelines', { ...board, recordType })).toMatchObject({
        pipeline: { recordType: 'companies' },
      });
    expect(
      await received('POST', '/engagement/banners', { name: 'b', trigger: 'SESSIONSTARTED' }),
    ).toMatchObject({
      item: { trigger: 'sessionStarted' },
    });
    expect(await received('GET', '/sessions?type=Users')).toMatchObject({ type: 'users' });
    expect(await received('GET', '/tickets?priority=high,low')).toMatchObject({
      filter: [{ field: 'priority', operator: 'eq', values: ['HIGH', 'LOW'] }],
    });
  });

  it.each([
    'type[]=BUG&type[]=INQUIRY',
    'type[0]=BUG&type[1]=INQUIRY',
    'type%5B%5D=BUG&type%5B%5D=INQUIRY',
    'type=BUG&type=INQUIRY',
    'type=BUG,INQUIRY',
    'type[]=BUG,INQUIRY',
    `filter=${encodeURIComponent('{"type":["BUG","INQUIRY"]}')}`,
    `filter=${encodeURIComponent('{"type":{"$in":["BUG","INQUIRY"]}}')}`,
    `type=BUG&filter=${encodeURIComponent('{"type":"INQUIRY"}')}`,
  ])('reads %s as two values of one condition', async (query) => {
    for (const path of ['/tickets', '/tickets/export', '/tickets/ticketscount'])
      expect(await received('GET', `${path}?${query}`)).toMatchObject({
        filter: [{ field: 'type', operator: 'eq', values: ['BUG', 'INQUIRY'] }],
      });
  });

  it('reads a parameter that stands for a field like the field: arrays, repeated keys and filter=', async () => {
    for (const query of [
      'type[]=A&type[]=B',
      'type=A&type=B',
      `filter=${encodeURIComponent('{"type":["A","B"]}')}`,
    ])
      expect(await received('GET', `/tickets/csv-export?${query}`)).toMatchObject({ type: 'A,B' });
    expect(await gateway.api('GET', '/tickets?limit=1&limit=2')).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });

  it('reads a text of several values like a filter: arrays, repeated keys, commas, values in any case', async () => {
    const figures = '/statistics/facts?chartType=NEW_TICKETS_COUNT&startDate=2026-10-01&endDate=2026-10-31';
    const item = 'a'.repeat(24);
    for (const [path, name, values] of [
      [figures, 'tag', ['red', 'blue']],
      [figures, 'priority', ['HIGH', 'LOW']],
      ['/tickets/search?searchTerm=a', 'status', ['OPEN', 'DONE']],
      ['/message-templates?skip=0', 'tag', ['red', 'blue']],
      [`/engagements/${item}/recipients?skip=0`, 'status', ['sent', 'failed']],
    ] as const) {
      const [one, other] = name === 'priority' ? ['high', 'Low'] : values;
      for (const query of [
        `${name}=${one},${other}`,
        `${name}=${one}&${name}=${other}`,
        `${name}[]=${one}&${name}[]=${other}`,
        `${name}[0]=${one}&${name}[1]=${other}`,
      ])
        expect(await received('GET', `${path}&${query}`)).toMatchObject({ [name]: values.join(',') });
    }
    for (const path of [`/engagements/${item}/recipients?status=sent,lost`, `${figures}&priority=URGENT`])
      expect(await gateway.api('GET', path)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  it('reads the object of filter= as conditions and as parameters, beside the others', async () => {
    const asked = async (filter: unknown, more = ''): Promise<Record<string, unknown>> =>
      received('GET', `/tickets?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`);
    expect(await asked({}, '&status=OPEN')).toMatchObject({
      filter: [{ field: 'status', operator: 'eq', values: ['OPEN'] }],
    });
    const all = { title: 'a, b', archived: true, dueDate: null, customData: { plan: { tier: 2 } } };
    expect(await asked({ ...all, createdAt: { $gte: '2026-01-01', $lt: '2026-02-01' } })).toMatchObject({
      archived: true,
      filter: [
        { field: 'title', operator: 'eq', values: ['a, b'] },
        { field: 'dueDate', operator: 'eq', values: ['null'] },
        { field: 'customData.plan.tier', operator: 'eq', values: ['2'] },
        { field: 'createdAt', operator: 'gte', values: ['2026-01-01'] },
        { field: 'createdAt', operator: 'lt', values: ['2026-02-01'] },
      ],
    });
  });

  it.each(['x', '[]', '"a"', '{"type":[{}]}', '{"nonesuch":1}', '{"type":[]}', '{"type":"\\u0000"}', '{"a"'])(
    'refuses filter=%s: 400 invalid_query',
    async (filter) => {
      expect(await gateway.api('GET', `/tickets?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
    },
  );

  it('refuses project and organisation inside of filter= as everywhere', async () => {
    for (const filter of ['{"project":"x"}', '{"organisation":{"$ne":"x"}}', '{"project":{"id":"x"}}'])
      expect(await gateway.api('GET', `/tickets?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { code: 'forbidden_filter' },
      });
  });

  it('takes an article of six languages of real rich text', async () => {
    const text = (index: number): object => ({
      type: 'paragraph',
      content: [{ type: 'text', text: `Sentence ${index} of it.`, marks: [{ type: 'bold' }] }],
    });
    const content = { type: 'doc', content: Array.from({ length: 3_000 }, (_, index) => text(index)) };
    const languages = ['en', 'de', 'fr', 'es', 'it', 'pt'];
    await received('POST', `/helpcenter/collections/${TICKET}/articles`, {
      title: Object.fromEntries(languages.map((language) => [language, 'Title'])),
      content: Object.fromEntries(languages.map((language) => [language, content])),
    });
  });

  it('reads createdAt_asc and createdAt_desc as an order', async () => {
    expect(await received('GET', '/tickets?sort=createdAt_desc')).toMatchObject({ sort: '-createdAt' });
    expect(await received('GET', '/tickets?sort=priority_ASC,-title&sort=lastActivity_desc')).toMatchObject({
      sort: 'priority,-title,-lastActivity',
    });
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
