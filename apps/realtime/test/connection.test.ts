import { eventually } from '@parley/testing';
import { closeClients, readCloseCode, connect, heard, openRaw, toPath, rawClient } from './support/clients';
import { startRealtime, type TestRealtime } from './support/realtime';

describe('a connection', () => {
  let realtime: TestRealtime;
  let port: number;
  beforeAll(async () => {
    realtime = await startRealtime();
    port = realtime.replicas[0]?.port ?? 0;
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  it('is established for the stock client: socket_id and an activity_timeout of 120 s', async () => {
    const project = realtime.project();
    const client = connect(project.key, port);
    await heard(client.connection, 'connected');
    expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/);
    const raw = await rawClient(project, port);
    expect(JSON.parse(raw.frames[0]?.data as string)).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 120,
    });
  });

  it('is made at the address that is named, and nothing else is served there', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/app/x`)).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('is not compressed', async () => {
    const client = await rawClient(realtime.project(), port);
    expect(client.socket.extensions).toBe('');
  });

  it('has its pings answered', async () => {
    const client = await rawClient(realtime.project(), port);
    client.say({ event: 'pusher:ping', data: {} });
    await client.next('pusher:pong');
  });

  const refusals: [number, string, (key: string) => string][] = [
    [4001, 'an unknown key', () => '/app/unknown?protocol=7'],
    [4005, 'another path below /app/', (key) => `/app/${key}/more?protocol=7`],
    [4005, 'no key', () => '/app/?protocol=7'],
    [4006, 'a protocol that is no number', (key) => `/app/${key}?protocol=seven`],
    [4007, 'another protocol than 7', (key) => `/app/${key}?protocol=6`],
    [4008, 'no protocol', (key) => `/app/${key}`],
  ];
  it.each(refusals)('is refused with %i for %s: opened, pusher:error, closed', async (code, _why, path) => {
    const client = openRaw(port, path(realtime.project().key));
    const error = await client.next('pusher:error');
    expect(error).toMatchObject({ code, message: expect.any(String) });
    expect(await client.closed).toEqual({ code, reason: error['message'] });
  });

  it('is refused with 4009 for an Origin that is not among the allowed domains; without one it is not', async () => {
    const project = realtime.project();
    project.allowedDomains.push('shop.example');
    const foreign = openRaw(port, toPath(project), { Origin: 'https://evil.example' });
    expect((await foreign.closed).code).toBe(4009);
    const own = openRaw(port, toPath(project), { Origin: 'https://www.shop.example' });
    await own.next('pusher:connection_established');
    const none = openRaw(port, toPath(project));
    await none.next('pusher:connection_established');
  });

  it('takes any Origin where the project names no domains', async () => {
    const client = openRaw(port, toPath(realtime.project()), { Origin: 'https://anybody.example' });
    await client.next('pusher:connection_established');
  });

  it('hears pusher:error with code null for what is no JSON object with `event`, and lives on', async () => {
    const client = await rawClient(realtime.project(), port);
    for (const nonsense of ['{', '[]', '"text"', '{}', '{"event":7}', '{"event":"pusher:unheard-of"}']) {
      client.say(nonsense);
      expect(await client.next('pusher:error')).toMatchObject({ code: null });
    }
    client.say({ event: 'pusher:ping' });
    await client.next('pusher:pong');
  });

  it('takes 16,384 bytes and closes with 1009 above', async () => {
    const client = await rawClient(realtime.project(), port);
    const [head, tail] = ['{"event":"pusher:ping","x":"', '"}'];
    client.say(`${head}${'x'.repeat(16_384 - head.length - tail.length)}${tail}`);
    await client.next('pusher:pong');
    client.say('x'.repeat(16_385));
    expect((await client.closed).code).toBe(1009);
  });

  it('closes with 1003 for a binary message', async () => {
    const client = await rawClient(realtime.project(), port);
    client.socket.send(Buffer.from('{"event":"pusher:ping"}'));
    expect((await client.closed).code).toBe(1003);
  });

  it('counts connections and refusals', async () => {
    await rawClient(realtime.project(), port);
    await openRaw(port, '/app/unknown?protocol=7').closed;
    const text = await realtime.replicas[0]?.metrics();
    expect(text).toMatch(/^realtime_connections\{service="realtime"\} [1-9]/m);
    expect(text).toMatch(/^realtime_refused_total\{code="4001",service="realtime"\} [1-9]/m);
  });

  it('believes the settings of a project for at most 5 s and asks once for many clients', async () => {
    const project = realtime.project();
    realtime.neighbours.calls.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => rawClient(project, port)));
    expect(realtime.neighbours.calls.filter((call) => call === 'resolveProjectKey')).toHaveLength(1);
    project.allowedDomains.push('shop.example');
    await eventually(async () =>
      expect(await readCloseCode(port, toPath(project), { Origin: 'https://evil.example' })).toBe(4009),
    );
  });
});

describe('capacity and silence', () => {
  afterEach(closeClients);

  it('refuses more than the most connections with 4100, and takes one when another goes', async () => {
    const realtime = await startRealtime({ maxConnections: 2 });
    try {
      const port = realtime.replicas[0]?.port ?? 0;
      const project = realtime.project();
      const first = await rawClient(project, port);
      await rawClient(project, port);
      const third = openRaw(port, toPath(project));
      expect((await third.closed).code).toBe(4100);
      first.socket.close();
      await eventually(async () => expect(await readCloseCode(port, toPath(project))).toBe(0));
    } finally {
      closeClients();
      await realtime.stop();
    }
  });

  it('closes with 4003 what is connected to a project that is gone, and refuses its key with 4001; others stay', async () => {
    const realtime = await startRealtime({ timing: { projectsMs: 100 } });
    try {
      const port = realtime.replicas[0]?.port ?? 0;
      const [gone, other] = [realtime.project(), realtime.project()];
      const stock = connect(gone.key, port);
      await heard(stock.connection, 'connected');
      const [raw, stays] = [await rawClient(gone, port), await rawClient(other, port)];
      realtime.neighbours.projects.delete(gone.id);
      const error = await raw.next('pusher:error');
      expect(await raw.closed).toEqual({ code: 4003, reason: error['message'] });
      // The stock client does not come back by itself.
      await eventually(() => expect(stock.connection.state).toBe('disconnected'));
      expect(await readCloseCode(port, toPath(gone))).toBe(4001);
      expect(stays.socket.readyState).toBe(stays.socket.OPEN);
    } finally {
      closeClients();
      await realtime.stop();
    }
  });

  it('pings a silent client, and closes it with 4201 when there is no answer', async () => {
    // Time enough to answer for who answers, also on a machine that stumbles.
    const realtime = await startRealtime({ timing: { silenceMs: 300, answerMs: 2_000 } });
    try {
      const port = realtime.replicas[0]?.port ?? 0;
      const project = realtime.project();
      const silent = await rawClient(project, port);
      const alive = await rawClient(project, port);
      for (let round = 0; round < 4; round += 1) {
        await alive.next('pusher:ping');
        alive.say({ event: 'pusher:pong', data: {} });
      }
      expect(await silent.closed).toMatchObject({ code: 4201 });
      expect(silent.frames.map(({ event }) => event)).toContain('pusher:ping');
      expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    } finally {
      closeClients();
      await realtime.stop();
    }
  });
});
