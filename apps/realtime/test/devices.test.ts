import { takeoverSubject } from '@parley/realtime';
import { eventually } from '@parley/testing';
import { once } from 'node:events';
import {
  closeClients,
  readCloseCode,
  connect,
  contactAuth,
  openRaw,
  toPath,
  rawClient,
  subscribed,
} from './support/clients';
import type { StoredProject } from './support/neighbours';
import { startRealtime, type TestContact, type TestRealtime } from './support/realtime';

describe('takeover, slow clients and the end of a process', () => {
  let realtime: TestRealtime;
  let port: number;
  let project: StoredProject;
  let contact: TestContact;
  beforeAll(async () => {
    realtime = await startRealtime();
    port = realtime.replicas[0]?.port ?? 0;
  });
  beforeEach(() => {
    project = realtime.project();
    contact = realtime.contact(project);
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const device = async (deviceId: string | undefined, at = port, one = contact) => {
    const client = connect(
      project.key,
      at,
      contactAuth(realtime, project, one, deviceId === undefined ? {} : { deviceId }),
    );
    client.signin();
    await client.user.signinDonePromise;
    return client;
  };

  it('closes older connections of the same contact and device on every replica, and no other', async () => {
    const second = await realtime.replica();
    const older = [await device('phone'), await device('phone', second.port)];
    await eventually(() => expect(older[0]?.connection.state).toBe('disconnected'));
    const others = [
      await device('laptop'),
      await device(undefined),
      await device('phone', port, realtime.contact(project)),
    ];
    const newest = await device('phone');
    await eventually(() => expect(older[1]?.connection.state).toBe('disconnected'));
    for (const client of [...others, newest]) expect(client.connection.state).toBe('connected');
  });

  it('leaves one connection of many that sign in with one device at once', async () => {
    const second = await realtime.replica();
    const clients = await Promise.all(
      Array.from({ length: 8 }, (_, at) => device('phone', at % 2 === 0 ? port : second.port)),
    );
    await eventually(() =>
      expect(clients.filter(({ connection }) => connection.state === 'connected')).toHaveLength(1),
    );
  });

  it('finds a newer sign-in whose broadcast was lost', async () => {
    const client = await device('phone');
    await eventually(async () =>
      expect(
        await realtime.db.query('SELECT FROM device_sign_in WHERE contact_id = $1', [contact.id]),
      ).toHaveLength(1),
    );
    await realtime.db.query('UPDATE device_sign_in SET number = number + 1 WHERE contact_id = $1', [
      contact.id,
    ]);
    await eventually(() => expect(client.connection.state).toBe('disconnected'));
  });

  it('takes no connection over by an older sign-in that is told late', async () => {
    const client = await device('phone');
    const late = { contactId: contact.id, deviceId: 'phone', number: 1 };
    realtime.broadcast.publish(takeoverSubject(project.id), late);
    const { data } = await subscribed(client, `private-session-${contact.svcId}`);
    expect(data).toEqual({ seq: 0 });
  });

  it('forgets the sign-in of a device that is gone', async () => {
    const client = await device('phone');
    const rows = () => realtime.db.query('SELECT FROM device_sign_in WHERE contact_id = $1', [contact.id]);
    await eventually(async () => expect(await rows()).toHaveLength(1));
    client.disconnect();
    await eventually(async () => expect(await rows()).toEqual([]));
  });

  it('closes with 4100 a client that leaves more than 1 MB unread, and serves the others', async () => {
    const slow = await rawClient(project, port);
    const auth = await contactAuth(realtime, project, contact).channel?.(
      slow.id(),
      `private-session-${contact.svcId}`,
    );
    slow.say({ event: 'pusher:subscribe', data: { channel: `private-session-${contact.svcId}`, ...auth } });
    await slow.next('pusher_internal:subscription_succeeded');
    slow.socket.pause();
    const quick = await subscribed(
      connect(project.key, port, contactAuth(realtime, project, contact)),
      `private-session-${contact.svcId}`,
    );
    let sent = 0;
    await eventually(async () => {
      // What the kernel keeps for a socket comes on top of what is unsent.
      for (let n = 0; n < 40; n += 1)
        sent = realtime.neighbours.append(contact.stream, 'message.created', { text: 'x'.repeat(30_000) });
      await eventually(() => expect(quick.heard.at(-1)?.data['seq']).toBe(sent));
      expect(await realtime.replicas[0]?.metrics()).toMatch(/^realtime_slow_clients_total\S* [1-9]/m);
    });
    slow.socket.resume();
    expect([4100, 1006]).toContain((await slow.closed).code);
    const text = await realtime.replicas[0]?.metrics();
    expect(text).toMatch(/^realtime_refused_total\{code="4100",service="realtime"\} [1-9]/m);
    expect(quick.heard.map(({ data }) => data['seq'])).toEqual(
      Array.from({ length: sent }, (_, at) => at + 1),
    );
  });

  it('sends 1,000 missed events of 30 KB to a client that reads slowly, without closing it', async () => {
    for (let n = 0; n < 200; n += 1)
      realtime.neighbours.append(contact.stream, 'message.created', { text: 'x'.repeat(30_000) });
    const { heard } = await subscribed(
      connect(project.key, port, contactAuth(realtime, project, contact, { after: () => 0 })),
      `private-session-${contact.svcId}`,
    );
    await eventually(() =>
      expect(heard.at(-1)).toEqual({ event: 'resumed', data: { seq: 200, count: 200 } }),
    );
  });

  it('closes all with 4200 when it stops, takes no more, and the stock client goes on elsewhere', async () => {
    const [leaving, staying] = [await realtime.replica(), realtime.replicas[0]];
    const clients = await Promise.all(Array.from({ length: 30 }, () => rawClient(project, leaving.port)));
    const stopping = leaving.module.drain(4_000);
    expect(await readCloseCode(leaving.port, toPath(project))).toBe(4100);
    const codes = await Promise.all(clients.map(({ closed }) => closed));
    expect(codes.every(({ code }) => code === 4200)).toBe(true);
    await stopping;
    await leaving.stop();
    expect(await readCloseCode(staying?.port ?? 0, toPath(project))).toBe(0);
  });

  it('sends clients away one after the other and not at once', async () => {
    const leaving = await realtime.replica();
    const clients = await Promise.all(Array.from({ length: 60 }, () => rawClient(project, leaving.port)));
    const order: number[] = [];
    clients.forEach(({ socket }, at) => void once(socket, 'close').then(() => order.push(at)));
    const drained = leaving.module.drain(4_000);
    await eventually(() => expect(order.length).toBeGreaterThan(0));
    await drained;
    // The last ones hear of it a moment after it was said.
    await eventually(() => expect(order).toHaveLength(60));
    await leaving.stop();
  });

  it('stops in time although a client does not say goodbye', async () => {
    const leaving = await realtime.replica();
    const deaf = openRaw(leaving.port, toPath(project));
    await deaf.next('pusher:connection_established');
    deaf.socket.pause();
    await leaving.stop();
    expect(await leaving.metrics()).toMatch(/^realtime_connections\S* 0$/m);
  });
});
