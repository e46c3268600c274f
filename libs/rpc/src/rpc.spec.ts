import { getEventListeners, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { DomainError, type FieldProblem, invalid, limited, notFound } from '@parley/errors';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import {
  type CallContext,
  type Caller,
  createClient,
  createLocalCaller,
  createNetworkCaller,
  implement,
  type RpcObserver,
  startRpcServer,
  systemContext,
} from './index';

const seen: { path: string; error: unknown }[] = [];
const observer: RpcObserver = {
  finished: ({ path, error }) => seen.push({ path, error }),
  within: (_path, _context, run) => run(),
};

/** The largest problems that bodies of 5 MB can have, by the name that asks for them. */
const manyProblems: Record<string, FieldProblem> = {
  'many short': { field: 'a', message: 'b' },
  'many long': { field: 'ก'.repeat(100_000), message: '"ก'.repeat(100_000) },
  'many broken': { field: '\ud800'.repeat(5_000), message: 'x\udc00'.repeat(5_000) },
};

let lastContext: CallContext | undefined;
let lastRequest: unknown;
const accounts = implement(ServiceAccountsServiceDefinition, {
  listServiceAccounts: async (_request, context) => {
    lastContext = context;
    return { serviceAccounts: [{ id: 'a', createdAt: '2026-01-02T03:04:05.678Z' }] };
  },
  createServiceAccount: async ({ name }) => {
    if (name === 'invalid') throw invalid({ field: 'name', message: 'is taken' });
    if (name.startsWith('many ')) throw invalid(Array.from({ length: 10_000 }, () => manyProblems[name]!));
    if (name === 'limited') throw limited('Slow down.', 7);
    if (name === 'fault') throw new Error('password=hunter2');
    if (name === 'outage') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    if (name === 'soon') await new Promise((resolve) => setTimeout(resolve, 200));
    if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, 5_000).unref());
    return { serviceAccount: { name } };
  },
  revokeServiceAccount: async () => {
    throw notFound('service_account');
  },
});
const unexpected = async (): Promise<never> => {
  throw new Error('not called by these tests');
};
const contacts = implement(ContactsServiceDefinition, {
  listContacts: unexpected,
  createContact: async (request) => {
    lastRequest = request;
    return { contact: { customData: request.contact?.customData } };
  },
  getContact: unexpected,
  getContactByUserId: unexpected,
  updateContact: unexpected,
  deleteContact: unexpected,
  searchContacts: unexpected,
});

const services = [accounts, contacts];

const context = (overrides: Partial<CallContext> = {}): CallContext => ({
  requestId: 'req-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  scope: {
    actor: { type: 'user', id: 'u1', email: 'zoë@example.com', confirmed: true },
    projectId: 'p1',
    organisationId: 'o1',
    role: 'agent',
  },
  deadline: Date.now() + 5_000,
  signal: new AbortController().signal,
  ...overrides,
});

const startNetwork = async (): Promise<{ caller: Caller; stop: () => Promise<void> }> => {
  const server = await startRpcServer({ services, address: '127.0.0.1:0', serviceKey: 'secret', observer });
  const caller = createNetworkCaller({
    service: 'test',
    target: `127.0.0.1:${server.port}`,
    serviceKey: 'secret',
  });
  return { caller, stop: () => caller.close().then(() => server.close(1_000)) };
};

describe.each([
  { transport: 'network', start: startNetwork },
  {
    transport: 'in process',
    start: async () => ({ caller: createLocalCaller(services, observer), stop: async () => undefined }),
  },
])('a call over the $transport transport', ({ start }) => {
  let caller: Caller;
  let stop: () => Promise<void>;
  beforeAll(async () => ({ caller, stop } = await start()));
  afterAll(() => stop());
  beforeEach(() => seen.splice(0));

  const client = (): ReturnType<typeof createClient<typeof ServiceAccountsServiceDefinition>> =>
    createClient(ServiceAccountsServiceDefinition, caller);

  it('answers the whole message with its defaults and ISO times', async () => {
    const { serviceAccounts } = await client().listServiceAccounts({}, context());
    expect(serviceAccounts[0]).toMatchObject({ id: 'a', name: '', createdAt: '2026-01-02T03:04:05.678Z' });
    expect(serviceAccounts[0]?.token).toBeUndefined();
  });

  it('carries request id, trace context, actor, project and role', async () => {
    const sent = context();
    await client().listServiceAccounts({}, sent);
    expect(lastContext?.scope).toEqual(sent.scope);
    expect(lastContext?.requestId).toBe('req-1');
    expect(lastContext?.traceparent).toBe(sent.traceparent);
  });

  it.each(Object.keys(manyProblems))(
    'of errors with %s problems the first are told, and other calls of the connection go on',
    async (name) => {
      const other = client().createServiceAccount({ name: 'soon' }, context());
      const { fields, message } = (await client()
        .createServiceAccount({ name }, context())
        .catch((error: unknown) => error)) as DomainError;
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(JSON.stringify({ fields, message }))).toBeLessThan(48_000);
      expect((await other).serviceAccount?.name).toBe('soon');
    },
  );

  it('tells an engine that is away as unavailable, with the time to wait and nothing of its error', async () => {
    const call = client().createServiceAccount({ name: 'outage' }, context());
    await expect(call).rejects.toMatchObject({ kind: 'unavailable', reason: 'UNAVAILABLE', retryAfter: 1 });
    await expect(call).rejects.not.toThrow(/connect/);
    expect(seen[0]?.error).toMatchObject({ kind: 'unavailable', cause: { code: 'ECONNREFUSED' } });
  });

  it('completes what a request leaves out and keeps null, false, empty text and empty lists in free JSON', async () => {
    const customData = { a: null, b: false, c: '', d: [], e: { f: [1, 'x', null] } };
    const { contact } = await createClient(ContactsServiceDefinition, caller).createContact(
      { contact: { customData } },
      context(),
    );
    expect(lastRequest).toMatchObject({ nulls: [], contact: { customData } });
    expect(contact?.customData).toEqual(customData);
    expect(contact?.tags).toEqual([]);
  });

  it('brings a domain error back with kind, reason and fields', async () => {
    const failure = await client()
      .createServiceAccount({ name: 'invalid' }, context())
      .catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [{ field: 'name', message: 'is taken' }],
    });
    await expect(client().revokeServiceAccount({}, context())).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'SERVICE_ACCOUNT_NOT_FOUND',
    });
  });

  it('brings the time to wait back', async () => {
    await expect(client().createServiceAccount({ name: 'limited' }, context())).rejects.toMatchObject({
      kind: 'limited',
      retryAfter: 7,
    });
  });

  it('keeps the text of a fault inside and tells the observer', async () => {
    const failure = (await client()
      .createServiceAccount({ name: 'fault' }, context())
      .catch((e: unknown) => e)) as Error;
    expect(failure.name).toBe('RpcFault');
    expect(failure.message).not.toContain('hunter2');
    expect(seen.at(-1)?.error).toMatchObject({ message: 'password=hunter2' });
  });

  it('gives up at the deadline with a timeout', async () => {
    await expect(
      client().createServiceAccount({ name: 'slow' }, context({ deadline: Date.now() + 150 })),
    ).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('50 calls may share a context, and none of them leaves anything on its signal', async () => {
    const shared = context();
    await Promise.all(Array.from({ length: 50 }, () => client().listServiceAccounts({}, shared)));
    await client()
      .createServiceAccount({ name: 'invalid' }, shared)
      .catch(() => undefined);
    expect(getEventListeners(shared.signal, 'abort')).toEqual([]);
  });

  it('does not begin what is asked for after the deadline', async () => {
    lastContext = undefined;
    await expect(
      client().listServiceAccounts({}, context({ deadline: Date.now() - 1 })),
    ).rejects.toMatchObject({ kind: 'timeout' });
    expect(lastContext).toBeUndefined();
  });

  it('answers health', async () => {
    await expect(caller.health()).resolves.toBeUndefined();
  });
});

it('a call that the replica does not know yet, because it is of the release before, is unavailable', async () => {
  const { caller, stop } = await startNetwork();
  const later = createClient(TicketComparisonServiceDefinition, caller);
  await expect(later.groupTickets({ ticketIds: [] }, context())).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await stop();
});

describe('a call in process to a service that is still starting', () => {
  const callWhile = (starting: Promise<unknown> | undefined, deadline = Date.now() + 5_000) =>
    createClient(
      ServiceAccountsServiceDefinition,
      createLocalCaller(services, observer, { starting: () => starting }),
    ).listServiceAccounts({}, context({ deadline, requestId: 'while-starting' }));

  it('waits until it has started', async () => {
    let started = (): void => undefined;
    const call = callWhile(new Promise<void>((resolve) => (started = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lastContext?.requestId).not.toBe('while-starting');
    started();
    expect((await call).serviceAccounts).toHaveLength(1);
    expect(lastContext?.requestId).toBe('while-starting');
  });

  it('waits no longer than its deadline', async () => {
    await expect(callWhile(new Promise(() => undefined), Date.now() + 50)).rejects.toMatchObject({
      kind: 'timeout',
    });
  });
});

describe('requests of 1 MB and more', () => {
  it('have a connection of their own, so that no other call waits behind them', async () => {
    const server = await startRpcServer({ services, address: '127.0.0.1:0', observer });
    const sockets: Socket[] = [];
    const proxy = createServer((socket) => {
      sockets.push(socket);
      pipeline(socket, connect(server.port, '127.0.0.1'), socket, () => undefined);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const caller = createNetworkCaller({ service: 'test', target: `127.0.0.1:${port}` });
    const { createContact } = createClient(ContactsServiceDefinition, caller);
    const create = async (length: number): Promise<void> => {
      const customData = { text: 'x'.repeat(length) };
      const { contact } = await createContact({ contact: { customData } }, context());
      expect(contact?.customData).toEqual(customData);
    };

    await create(1_000_000);
    expect(sockets).toHaveLength(1);
    await create(1_048_576);
    await create(1_048_576);
    expect(sockets).toHaveLength(2);
    sockets[1]!.pause();
    const large = create(10_000_000);
    await create(1);
    sockets[1]!.resume();
    await large;
    expect(sockets).toHaveLength(2);

    await caller.close();
    await server.close(1_000);
    proxy.close();
  });
});

describe('a server with a service key', () => {
  it('refuses a caller without it', async () => {
    const server = await startRpcServer({ services, address: '127.0.0.1:0', serviceKey: 'secret', observer });
    const caller = createNetworkCaller({
      service: 'test',
      target: `127.0.0.1:${server.port}`,
      serviceKey: 'wrong',
    });
    const client = createClient(ServiceAccountsServiceDefinition, caller);
    await expect(client.listServiceAccounts({}, systemContext('test'))).rejects.toThrow('UNAUTHENTICATED');
    await caller.close();
    await server.close(1_000);
  });
});

describe('a service that is away', () => {
  it('is unavailable, not a fault', async () => {
    const caller = createNetworkCaller({ service: 'test', target: '127.0.0.1:1' });
    const client = createClient(ServiceAccountsServiceDefinition, caller);
    await expect(client.listServiceAccounts({}, context())).rejects.toMatchObject({ kind: 'unavailable' });
    await caller.close();
  });
});
