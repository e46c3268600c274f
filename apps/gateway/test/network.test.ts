import { type Caller, createNetworkCaller, type RpcServer, startRpcServer } from '@parley/rpc';
import { MAX_JSON_DEPTH } from '../src/rest/json';
import { operations } from '../src/routes';
import { startTestGateway, type TestGateway } from './support/gateway';
import { createStubServices } from './support/services';

const observer = {
  finished: () => undefined,
  within: <T>(_path: string, _context: unknown, run: () => T): T => run(),
};

describe('a gateway with services over the network', () => {
  let gateway: TestGateway;
  let server: RpcServer;
  let caller: Caller;
  const answers: Parameters<typeof createStubServices>[0] = {};
  beforeAll(async () => {
    const { implementations } = createStubServices(answers);
    server = await startRpcServer({
      services: implementations['tickets'] ?? [],
      address: '127.0.0.1:0',
      serviceKey: 'key',
      observer,
    });
    caller = createNetworkCaller({
      service: 'tickets',
      target: `127.0.0.1:${server.port}`,
      serviceKey: 'key',
    });
    gateway = await startTestGateway({
      callers: (callers) => ({ ...callers, tickets: caller }),
      operations: operations.map((row) =>
        row.id === 'tickets.compose' ? { ...row, options: { ...row.options, timeoutMs: 300 } } : row,
      ),
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await caller.close();
    await server.close(1_000);
  });

  it('passes a body of 30 levels there and back unchanged, as objects and as lists', async () => {
    answers['createTicket'] = ({ ticket }: { ticket: object }) => ({ ticket });
    answers['listTickets'] = async () => ({ tickets: [{ customData: nested }] });
    const levels = MAX_JSON_DEPTH - 1;
    const nested = JSON.parse(`${'{"a":'.repeat(levels)}null${'}'.repeat(levels)}`) as unknown;
    const inside = levels - 1;
    const lists = JSON.parse(`{"a":${'['.repeat(inside)}false${']'.repeat(inside)}}`) as unknown;
    for (const customData of [nested, lists]) {
      const answer = await gateway.api('POST', '/tickets', { body: { customData } });
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: 200,
        body: { customData },
      });
    }
    const list = await gateway.api('GET', '/tickets');
    expect(list.body).toMatchObject({ tickets: [{ customData: nested }] });
    const deeper = await gateway.api('POST', '/tickets', { body: { customData: { a: nested } } });
    expect(deeper).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('gives a document back with defaults, ISO times and without unset fields', async () => {
    answers['createTicket'] = async () => ({ ticket: { id: 'x', createdAt: '2026-01-02T03:04:05.678Z' } });
    const { body } = await gateway.api('POST', '/tickets', { body: {} });
    expect(body).toMatchObject({ id: 'x', tags: [], archived: false, createdAt: '2026-01-02T03:04:05.678Z' });
    expect(body).not.toHaveProperty('title');
    expect(body).not.toHaveProperty('dueDate');
  });

  it('answers 504 timeout at the deadline of the operation', async () => {
    answers['composeTicket'] = () => new Promise(() => undefined);
    const slow = gateway.api('POST', '/tickets/compose', { body: {} });
    expect(await slow).toMatchObject({ status: 504, body: { code: 'timeout' } });
  });

  it('answers 503 unavailable when the service is away', async () => {
    await server.close(0);
    expect(await gateway.api('POST', '/tickets', { body: {} })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
  });
});
