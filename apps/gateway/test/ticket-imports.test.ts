import { operationCalls, startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';

describe('POST /tickets/importer', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
    gateway.answers['importTickets'] = () => ({ tickets: [] });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const post = (body: object): Promise<ApiAnswer> => gateway.api('POST', '/tickets/importer', { body });
  const at = '2024-03-01T09:00:00Z';
  const tickets = (count: number) => ({
    tickets: Array.from({ length: count }, (_, index) => ({ externalId: `t${index}`, createdAt: at })),
  });
  const refused = async (body: object) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(operationCalls(gateway.calls)).toEqual([]);
    return (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field);
  };

  it('takes 1 to 500 tickets', async () => {
    expect((await post(tickets(500))).status).toBe(200);
    gateway.calls.splice(0);
    expect(await refused(tickets(501))).toEqual(['tickets']);
    expect(await refused({ tickets: [] })).toEqual(['tickets']);
    expect(await refused({})).toEqual(['tickets']);
  });

  it('takes 1,000 events of a ticket, and 20,000 together with a rich text each', async () => {
    const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] };
    const events = (count: number) =>
      Array.from({ length: count }, () => ({ at, kind: 'message', from: 'user', comment: text }));
    const ticket = (id: number, count: number) => ({
      externalId: `t${id}`,
      createdAt: at,
      events: events(count),
    });
    const full = { tickets: Array.from({ length: 20 }, (_, index) => ticket(index, 1_000)) };
    expect((await post(full)).status).toBe(200);
    gateway.calls.splice(0);
    expect(await refused({ tickets: [ticket(0, 1_001)] })).toEqual(['tickets.0.events']);
  });

  it('takes a body beyond the 5 MB of others and refuses one beyond 50 MB with 413', async () => {
    const ofBytes = (bytes: number) => ({
      tickets: [{ externalId: 'x', createdAt: at, customData: { text: 'x'.repeat(bytes) } }],
    });
    expect((await post(ofBytes(6 * 1024 * 1024))).status).toBe(200);
    expect(await post(ofBytes(50 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', message: 'The body is larger than 50 MB.' },
    });
  });

  it.each<[string, object, string]>([
    ['no externalId', { externalId: undefined }, 'externalId'],
    ['an externalId of 256 characters', { externalId: 'x'.repeat(256) }, 'externalId'],
    ['no createdAt', { createdAt: undefined }, 'createdAt'],
    ['a createdAt that is no time', { createdAt: 'yesterday' }, 'createdAt'],
    ['an unknown priority', { priority: 'NOW' }, 'priority'],
    ['an address that is none', { email: 'x' }, 'email'],
    ['an event without a time', { events: [{ kind: 'status', status: 'DONE' }] }, 'events.0.at'],
    ['an event without a kind', { events: [{ at }] }, 'events.0.kind'],
    ['an unknown kind', { events: [{ at, kind: 'call' }] }, 'events.0.kind'],
    ['an unknown author', { events: [{ at, kind: 'message', from: 'ghost' }] }, 'events.0.from'],
    ['a rating beyond 10', { events: [{ at, kind: 'rating', rating: 11 }] }, 'events.0.rating'],
  ])('names %s by its place, without a call', async (_what, fault, field) => {
    const good = { externalId: 'a', createdAt: at };
    expect(await refused({ tickets: [good, good, good, { ...good, ...fault }] })).toEqual([
      `tickets.3.${field}`,
    ]);
  });
});
