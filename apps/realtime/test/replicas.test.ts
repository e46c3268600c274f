import { eventually } from '@parley/testing';
import { once } from 'node:events';
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, connect, contactAuth, memberAuth, subscribed } from './support/clients';
import { type Replica, startRealtime, type TestRealtime } from './support/realtime';

/** One address before several replicas: new connections go to the last of those that are there. */
const balance = async (ready: readonly Replica[]) => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const replica = ready.at(-1);
    if (!replica) return void client.destroy();
    const upstream = dial(replica.port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts every connection, as a process that is killed. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
};

describe('two replicas behind one address', () => {
  let realtime: TestRealtime;
  beforeAll(async () => {
    realtime = await startRealtime();
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  it('lose and double no event of clients that resume, while one after the other goes and comes', async () => {
    const ready = [...realtime.replicas, await realtime.replica()];
    const balancer = await balance(ready);
    const project = realtime.project();
    const contact = realtime.contact(project);
    const person = realtime.person(project);
    const streams = [contact.stream, { projectId: project.id }];
    const heardBy = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const numbers: number[] = [];
        const after = (): number => numbers.at(-1) ?? 0;
        const auth =
          at % 2 === 0
            ? contactAuth(realtime, project, contact, { after })
            : memberAuth(realtime, project, person, after);
        const client = connect(project.key, balancer.port, auth);
        const name = at % 2 === 0 ? `private-session-${contact.svcId}` : `private-project-${project.id}`;
        const channel = client.subscribe(name);
        channel.bind('message.created', ({ seq }: { seq: number }) => numbers.push(seq));
        channel.bind('resync', () => numbers.push(Number.NaN));
        await eventually(() => expect(client.connection.state).toBe('connected'));
        return numbers;
      }),
    );
    let isOn = true;
    const writing = (async () => {
      while (isOn) {
        for (const stream of streams)
          realtime.neighbours.append(stream, 'message.created', {}, { lost: Math.random() < 0.05 });
        await sleep(20);
      }
    })();
    const listLast = (): number[] => heardBy.map((numbers) => numbers.at(-1) ?? 0);
    const goesOn = async (): Promise<void> => {
      const before = listLast();
      await eventually(() => listLast().forEach((last, at) => expect(last).toBeGreaterThan(before[at] ?? 0)));
    };
    await goesOn();
    // A rolling update: a new one comes, an old one leaves.
    for (let round = 0; round < 2; round += 1) {
      const leaving = ready.shift() as Replica;
      ready.push(await realtime.replica());
      await leaving.stop();
      await goesOn();
    }
    balancer.cut();
    await goesOn();
    isOn = false;
    await writing;
    const last = realtime.neighbours.append(contact.stream, 'message.created');
    const lastOfProject = realtime.neighbours.append({ projectId: project.id }, 'message.created');
    await eventually(() =>
      heardBy.forEach((numbers, at) =>
        expect(numbers).toEqual(
          Array.from({ length: at % 2 === 0 ? last : lastOfProject }, (_, index) => index + 1),
        ),
      ),
    );
    balancer.close();
  });

  it('hear a contact on one of them and the team on the other', async () => {
    const other = await realtime.replica();
    const first = await realtime.replica();
    const project = realtime.project();
    const contact = realtime.contact(project);
    const name = `private-session-${contact.svcId}`;
    const clients = await Promise.all(
      [first, other].map(({ port }) =>
        subscribed(connect(project.key, port, contactAuth(realtime, project, contact)), name),
      ),
    );
    realtime.neighbours.append(contact.stream, 'message.created');
    await eventually(() => clients.forEach(({ heard }) => expect(heard).toHaveLength(1)));
  });
});
