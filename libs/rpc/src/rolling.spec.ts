import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { eventually } from '@parley/testing';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Caller,
  createClient,
  createNetworkCaller,
  implement,
  type RpcObserver,
  type RpcServer,
  startRpcServer,
  systemContext,
} from './index';

const quiet: RpcObserver = { finished: () => undefined, within: (_path, _context, run) => run() };

const handled = new Map<string, number>();
const accounts = implement(ServiceAccountsServiceDefinition, {
  listServiceAccounts: async () => ({ serviceAccounts: [] }),
  createServiceAccount: async ({ name }) => {
    handled.set(name, (handled.get(name) ?? 0) + 1);
    await sleep(5);
    return { serviceAccount: { name } };
  },
  revokeServiceAccount: async () => ({}),
});

const start = (port = 0): Promise<RpcServer> =>
  startRpcServer({ services: [accounts], address: `127.0.0.1:${port}`, observer: quiet });

/** Calls without a pause from several sides until stopped. */
interface Load {
  /** Waits for further calls. */
  goOn(): Promise<void>;
  /** Answers what was sent and what failed. */
  stop(): Promise<{ sent: string[]; failures: unknown[] }>;
}
const load = (caller: Caller): Load => {
  const client = createClient(ServiceAccountsServiceDefinition, caller);
  const sent: string[] = [];
  const failures: unknown[] = [];
  let on = true;
  const run = async (): Promise<void> => {
    while (on) {
      const name = `call-${sent.length}`;
      sent.push(name);
      await client
        .createServiceAccount({ name }, systemContext('load'))
        .catch((e: unknown) => failures.push(e));
    }
  };
  const running = Array.from({ length: 16 }, run);
  return {
    goOn: async () => {
      const before = sent.length;
      await eventually(() => expect(sent.length).toBeGreaterThan(before + 20));
    },
    stop: async () => {
      on = false;
      await Promise.all(running);
      return { sent, failures };
    },
  };
};

beforeEach(() => handled.clear());

it('loses no call and repeats none while 2 replicas are restarted in turn', async () => {
  const servers = [await start(), await start()];
  const ports = servers.map(({ port }) => port);
  const caller = createNetworkCaller({
    service: 'test',
    target: `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
  });
  const calls = load(caller);
  for (let round = 0; round < 3; round += 1) {
    for (const [index, port] of ports.entries()) {
      await calls.goOn();
      await servers[index]?.close(5_000);
      servers[index] = await start(port);
    }
  }
  const { sent, failures } = await calls.stop();
  expect(failures).toEqual([]);
  expect(sent.length).toBeGreaterThan(100);
  expect(sent.filter((name) => handled.get(name) !== 1)).toEqual([]);
  await caller.close();
  await Promise.all(servers.map((server) => server.close(1_000)));
});

it('connects when a client is made, before any call', async () => {
  const connected: unknown[] = [];
  const listener = createServer((socket) => connected.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const caller = createNetworkCaller({ service: 'test', target: `127.0.0.1:${port}` });
  await sleep(200);
  expect(connected).toEqual([]);
  createClient(ServiceAccountsServiceDefinition, caller);
  await eventually(() => expect(connected).toHaveLength(1));
  await caller.close();
  listener.close();
});

it('lets calls wait up to 3 s for the only replica to come back', async () => {
  let server = await start();
  const { port } = server;
  const caller = createNetworkCaller({ service: 'test', target: `127.0.0.1:${port}` });
  const calls = load(caller);
  await calls.goOn();
  await server.close(5_000);
  // Every call finds it away.
  await sleep(100);
  server = await start(port);
  const { sent, failures } = await calls.stop();
  expect(failures).toEqual([]);
  expect(sent.filter((name) => handled.get(name) !== 1)).toEqual([]);
  await caller.close();
  await server.close(1_000);
});

it('lets a service that stays away be known at once to every call after those 3 s', async () => {
  const caller = createNetworkCaller({ service: 'test', target: '127.0.0.1:1' });
  const client = createClient(ServiceAccountsServiceDefinition, caller);
  const call = (): Promise<unknown> => client.listServiceAccounts({}, systemContext('test'));
  await expect(call()).rejects.toMatchObject({ kind: 'unavailable' });
  const later = Promise.all(Array.from({ length: 20 }, () => call().catch((error: unknown) => error)));
  // The first call of another client waits for those 3 s.
  const other = createNetworkCaller({ service: 'test', target: '127.0.0.1:2' });
  const first = createClient(ServiceAccountsServiceDefinition, other)
    .listServiceAccounts({}, systemContext('test'))
    .catch(() => 'waited');
  const answers = await Promise.race([later, first]);
  expect(answers).toHaveLength(20);
  expect(answers).toEqual(Array.from({ length: 20 }, () => expect.objectContaining({ kind: 'unavailable' })));
  expect(await first).toBe('waited');
  await Promise.all([caller.close(), other.close()]);
});

it('is healthy while one replica of 2 is about to stop', async () => {
  const servers = [await start(), await start()];
  const caller = createNetworkCaller({
    service: 'test',
    target: `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
  });
  servers[0]?.setServing(false);
  for (let time = 0; time < 6; time += 1) await caller.health();
  servers[1]?.setServing(false);
  await expect(caller.health()).rejects.toThrow('not serving');
  await caller.close();
  await Promise.all(servers.map((server) => server.close(1_000)));
});
