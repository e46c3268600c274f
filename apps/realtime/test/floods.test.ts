import { loadConfig } from '@parley/config';
import { eventually } from '@parley/testing';
import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { realtimeTable } from '../src/config';
import {
  closeClients,
  readCloseCode,
  connect,
  heard,
  openRaw,
  toPath,
  type RawClient,
  rawClient,
} from './support/clients';
import { startRealtime, type TestRealtime } from './support/realtime';

const PING = '{"event":"pusher:ping","data":{}}';

/** Many frames without a pause. */
const FLOOD = 5_000;

const times = (count: number, say: () => void): void => {
  for (let n = 0; n < count; n += 1) say();
};

const countPongs = ({ frames }: RawClient): number =>
  frames.filter(({ event }) => event === 'pusher:pong').length;

it('takes 20,000 connections by default, 200 of an address', () => {
  expect(loadConfig(realtimeTable, {})).toMatchObject({
    realtimeMaxConnections: 20_000,
    realtimeMaxConnectionsPerAddress: 200,
  });
});

describe('a client that sends without a pause', () => {
  let realtime: TestRealtime;
  let port: number;
  beforeAll(async () => {
    realtime = await startRealtime({ timing: { overMs: 500 } });
    port = realtime.replicas[0]?.port ?? 0;
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const floods: [string, (client: RawClient) => void][] = [
    ['pings', (client) => client.say(PING)],
    ['pongs', (client) => client.say('{"event":"pusher:pong"}')],
    [
      'refused subscriptions',
      (client) =>
        client.say({ event: 'pusher:subscribe', data: { channel: 'private-project-x', auth: 'x:y' } }),
    ],
    [
      'ends of subscriptions',
      (client) => client.say({ event: 'pusher:unsubscribe', data: { channel: 'x' } }),
    ],
    ['unknown events', (client) => client.say({ event: 'pusher:nonesuch' })],
    ['client events', (client) => client.say({ event: 'client-x', channel: 'x' })],
    ['what is no JSON', (client) => client.say('{')],
    ['empty messages', (client) => client.socket.send('')],
    ['pings of WebSockets', (client) => client.socket.ping()],
    ['pongs of WebSockets', (client) => client.socket.pong('x'.repeat(100))],
    [
      'messages in two parts',
      (client) => {
        client.socket.send('', { fin: false });
        client.socket.send(PING, { fin: true });
      },
    ],
  ];
  it.each(floods)('is closed with 4301: %s; others are answered meanwhile', async (_what, say) => {
    const project = realtime.project();
    const [flood, other] = [await rawClient(project, port), await rawClient(realtime.project(), port)];
    times(FLOOD, () => say(flood));
    other.say(PING);
    const why = flood.next('pusher:error');
    await other.next('pusher:pong');
    expect(await flood.closed).toMatchObject({ code: 4301 });
    await why;
    expect(flood.frames.length).toBeLessThan(1_000);
    // The next connection begins with a budget of its own.
    (await rawClient(project, port)).say(PING);
  });

  it('is closed with 1008 when it sends a message in endless parts, empty ones too', async () => {
    const client = await rawClient(realtime.project(), port);
    times(FLOOD, () => client.socket.send('', { fin: false }));
    expect((await client.closed).code).toBe(1008);
  });

  it('waits and loses nothing while it is not far over its budget', async () => {
    const client = await rawClient(realtime.project(), port);
    times(255, () => client.say(PING));
    await eventually(() => expect(countPongs(client)).toBe(255));
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    // With time it may send as before.
    client.say(PING);
    await eventually(() => expect(countPongs(client)).toBe(256));
  });

  it('is closed with 4301 when it goes on with more than its budget, however slowly', async () => {
    const client = await rawClient(realtime.project(), port);
    times(280, () => client.say(PING));
    expect((await client.closed).code).toBe(4301);
    expect(countPongs(client)).toBeGreaterThanOrEqual(250);
  });

  it('is not the stock client, with 100 channels at once and an end of all', async () => {
    const project = realtime.project();
    const client = connect(project.key, port, { channel: () => Promise.resolve({ auth: 'x:y' }) });
    const states: string[] = [];
    client.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
    await heard(client.connection, 'connected');
    const refused = Array.from({ length: 100 }, (_, n) =>
      heard(client.subscribe(`private-project-${n}`), 'pusher:subscription_error'),
    );
    await Promise.all(refused);
    for (let n = 0; n < 100; n += 1) client.unsubscribe(`private-project-${n}`);
    const raw = await rawClient(project, port);
    raw.say(PING);
    await raw.next('pusher:pong');
    expect(client.connection.state).toBe('connected');
    expect(states.filter((state) => state !== 'connecting' && state !== 'connected')).toEqual([]);
  });
});

/** What the wish for a WebSocket is answered. */
const statusOfUpgrade = (port: number, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
      // Nobody said that it may be believed.
      'X-Forwarded-For': `203.0.113.${randomInt(250)}`,
    };
    const asked = request({ port, path, headers }, ({ statusCode }) => resolve(statusCode));
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });

describe('an address', () => {
  afterEach(closeClients);

  it('has so many connections and no more; beyond, 4100, until one of them goes', async () => {
    const realtime = await startRealtime({ maxPerAddress: 3, trustedProxies: ['127.0.0.1'] });
    try {
      const port = realtime.replicas[0]?.port ?? 0;
      const path = toPath(realtime.project());
      const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });
      const first = openRaw(port, path, from('203.0.113.7'));
      await first.next('pusher:connection_established');
      for (let more = 0; more < 2; more += 1)
        expect(await readCloseCode(port, path, from('203.0.113.7'))).toBe(0);
      expect(await readCloseCode(port, path, from('203.0.113.7'))).toBe(4100);
      // Another address behind the proxy, and one that only says it is another.
      expect(await readCloseCode(port, path, from('203.0.113.8'))).toBe(0);
      expect(await readCloseCode(port, path, from('203.0.113.8, 203.0.113.7'))).toBe(4100);
      first.socket.close();
      await first.closed;
      await eventually(async () => expect(await readCloseCode(port, path, from('203.0.113.7'))).toBe(0));
    } finally {
      closeClients();
      await realtime.stop();
    }
  });

  it('that opens one after the other is refused before it is let in', async () => {
    const realtime = await startRealtime({ maxPerAddress: 2 });
    try {
      const port = realtime.replicas[0]?.port ?? 0;
      const path = toPath(realtime.project());
      await eventually(async () => expect(await statusOfUpgrade(port, path)).toBe(429));
    } finally {
      closeClients();
      await realtime.stop();
    }
  });
});
