import { eventually } from '@parley/testing';
import type { PresenceChannel } from 'pusher-js';
import { MEMBERS } from '../src/presence/presence.store';
import { closeClients, connect, heard, memberAuth, openRaw, toPath, subscribed } from './support/clients';
import type { Person, StoredProject } from './support/neighbours';
import { type Replica, startRealtime, type TestRealtime } from './support/realtime';

const listIds = ({ members }: PresenceChannel): string[] => Object.keys(members.members).sort();

describe('presence', () => {
  let realtime: TestRealtime;
  let second: Replica;
  let port: number;
  let project: StoredProject;
  let ticketId: string;
  let name: string;
  let grace: Person;
  let alan: Person;
  beforeAll(async () => {
    realtime = await startRealtime();
    second = await realtime.replica();
    port = realtime.replicas[0]?.port ?? 0;
  });
  beforeEach(() => {
    project = realtime.project();
    ticketId = realtime.ticket(project);
    name = `presence-ticket-${ticketId}`;
    grace = realtime.person(project, { profileImageUrl: 'https://cdn.example/grace.png' });
    alan = realtime.person(project, { firstName: 'Alan', lastName: 'Agent' });
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const join = async (person: Person, at = port, channel = name) => {
    const client = connect(project.key, at, memberAuth(realtime, project, person));
    const joined = await subscribed(client, channel);
    const room = joined.channel as PresenceChannel;
    const changes: string[] = [];
    room.bind('pusher:member_added', ({ id }: { id: string }) => changes.push(`+${id}`));
    room.bind('pusher:member_removed', ({ id }: { id: string }) => changes.push(`-${id}`));
    return { client, room, changes };
  };
  const viewers = async (ids: string[] = [ticketId]) =>
    (await realtime.operations.listTicketViewers({ ticketIds: ids }, realtime.as(project, grace))).viewers;
  const view = (person: Person, viewing: boolean) =>
    realtime.operations.setTicketViewing({ ticketId, viewing }, realtime.as(project, person));

  it.each(['presence-project', 'presence-ticket'])(
    'shows who is in %s: id, name and picture',
    async (kind) => {
      const channel = kind === 'presence-project' ? `${kind}-${project.id}` : `${kind}-${ticketId}`;
      const first = await join(grace, port, channel);
      expect(first.room.members.me).toEqual({
        id: grace.id,
        info: { name: 'Grace Agent', avatar: 'https://cdn.example/grace.png' },
      });
      const other = await join(alan, port, channel);
      expect(listIds(other.room)).toEqual([alan.id, grace.id].sort());
      await eventually(() => expect(first.changes).toEqual([`+${alan.id}`]));
      expect(first.room.members.get(alan.id)).toEqual({ id: alan.id, info: { name: 'Alan Agent' } });
      other.client.disconnect();
      await eventually(() => expect(first.changes).toEqual([`+${alan.id}`, `-${alan.id}`]));
    },
  );

  it('says nothing of addresses', async () => {
    const { room } = await join(grace);
    expect(JSON.stringify(room.members)).not.toContain('@');
  });

  it('has a person with several windows on two replicas once: comes with the first, goes with the last', async () => {
    const watcher = await join(grace);
    const windows = [await join(alan, port), await join(alan, second.port), await join(alan, second.port)];
    for (const { room } of windows) expect(listIds(room)).toEqual([alan.id, grace.id].sort());
    windows[0]?.client.disconnect();
    windows[1]?.client.disconnect();
    // A third person shows that all that came before was told.
    const third = realtime.person(project);
    const last = await join(third, second.port);
    await eventually(() => expect(watcher.changes).toEqual([`+${alan.id}`, `+${third.id}`]));
    expect(listIds(last.room)).toEqual([alan.id, grace.id, third.id].sort());
    windows[2]?.client.disconnect();
    await eventually(() => expect(watcher.changes).toEqual([`+${alan.id}`, `+${third.id}`, `-${alan.id}`]));
  });

  it('has the same members in the end on both replicas, however many come and go at once', async () => {
    const people = Array.from({ length: 6 }, () => realtime.person(project));
    const [one, two] = [await join(grace, port), await join(grace, second.port)];
    const joined = await Promise.all(
      people.flatMap((person) => [join(person, port), join(person, second.port)]),
    );
    joined.forEach(({ client }, at) => {
      if (at % 4 < 2) client.disconnect();
    });
    const left = people.filter((_, at) => at % 2 === 1).map(({ id }) => id);
    await eventually(() => {
      for (const { room } of [one, two]) expect(listIds(room)).toEqual([grace.id, ...left].sort());
    });
  });

  it('has members and those who say that they view in one list', async () => {
    const { changes, room } = await join(grace);
    await view(alan, true);
    await view(grace, true);
    await eventually(() => expect(changes).toEqual([`+${alan.id}`]));
    expect(room.members.get(alan.id)).toMatchObject({ info: { name: 'Alan Agent' } });
    expect(await viewers()).toEqual([
      {
        ticketId,
        users: [
          { id: grace.id, name: 'Grace Agent', avatar: grace.profileImageUrl, since: expect.any(String) },
          { id: alan.id, name: 'Alan Agent', since: expect.any(String) },
        ],
      },
    ]);
    await view(alan, false);
    await eventually(() => expect(changes).toEqual([`+${alan.id}`, `-${alan.id}`]));
    await view(grace, false);
    expect((await viewers())[0]?.users.map(({ id }) => id)).toEqual([grace.id]);
  });

  it('has a viewer for 60 s, renewed by each request, and no longer', async () => {
    const { changes } = await join(grace);
    await view(alan, true);
    const [row] = await realtime.db.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM presence_window WHERE user_id = $1`,
      [alan.id],
    );
    expect(row?.seconds).toBeGreaterThan(50);
    expect(row?.seconds).toBeLessThanOrEqual(60);
    // One of them leaves time for what follows; two of them would be the end, were it not for the renewal.
    const age = `UPDATE presence_window SET expires_at = expires_at - interval '35 seconds' WHERE user_id = $1`;
    await eventually(() => expect(changes).toEqual([`+${alan.id}`]));
    await realtime.db.query(age, [alan.id]);
    await view(alan, true);
    await realtime.db.query(age, [alan.id]);
    expect((await viewers())[0]?.users.map(({ id }) => id)).toContain(alan.id);
    await realtime.db.query(age, [alan.id]);
    expect((await viewers())[0]?.users.map(({ id }) => id)).toEqual([grace.id]);
    await eventually(() => expect(changes).toEqual([`+${alan.id}`, `-${alan.id}`]));
  });

  it('answers 404 ticket_not_found for viewing a ticket of another project, and leaves foreign ids out of lists', async () => {
    const foreign = realtime.project();
    const theirs = realtime.ticket(foreign);
    const stranger = realtime.person(foreign);
    await realtime.operations.setTicketViewing(
      { ticketId: theirs, viewing: true },
      realtime.as(foreign, stranger),
    );
    await expect(
      realtime.operations.setTicketViewing({ ticketId: theirs, viewing: true }, realtime.as(project, grace)),
    ).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    expect(await viewers([theirs, ticketId, 'nonsense', ticketId])).toEqual([{ ticketId, users: [] }]);
  });

  it('answers valid: false for channels that are not the project’s', async () => {
    const foreign = realtime.project();
    const names = [
      `private-project-${foreign.id}`,
      `presence-project-${foreign.id}`,
      `presence-ticket-${realtime.ticket(foreign)}`,
      `presence-ticket-${'0'.repeat(24)}`,
      `private-session-${realtime.contact(project).svcId}`,
      `#server-to-user-${realtime.contact(project).svcId}`,
      'presence-anything',
    ];
    for (const channel_name of names)
      expect(
        await realtime.operations.authoriseChannel(
          { socket_id: '1.2', channel_name },
          realtime.as(project, grace),
        ),
      ).toEqual({ channelAuth: { valid: false } });
  });

  it('refuses a socket_id that is none, which could forge the signature of another', async () => {
    const channel_name = `private-project-${project.id}`;
    for (const socket_id of ['', '1', '1.2:x', `1.2::user::{"id":"somebody else"}`])
      await expect(
        realtime.operations.authoriseChannel({ socket_id, channel_name }, realtime.as(project, grace)),
      ).rejects.toMatchObject({ reason: 'INVALID_INPUT', fields: [{ field: 'socket_id' }] });
  });

  it('takes what a dead process left out within 60 s, and removes it', async () => {
    const { changes } = await join(grace);
    await realtime.db.query(`INSERT INTO realtime_node VALUES ('dead', now())`);
    await realtime.db.query(
      `INSERT INTO presence_window (project_id, channel, user_id, "window", since, node_id)
       VALUES ($1, $2, $3, '1.2', now(), 'dead')`,
      [project.id, name, alan.id],
    );
    await eventually(() => expect(changes).toEqual([`+${alan.id}`]));
    // It was heard of last a while ago, and not for 30 s in a moment.
    await realtime.db.query(
      `UPDATE realtime_node SET heartbeat_at = now() - interval '29 seconds' WHERE id = 'dead'`,
    );
    await eventually(() => expect(changes).toEqual([`+${alan.id}`, `-${alan.id}`]));
    await eventually(async () =>
      expect(await realtime.db.query(`SELECT FROM presence_window WHERE node_id = 'dead'`)).toEqual([]),
    );
  });

  it('is told anew by a process that others took for dead', async () => {
    const { changes } = await join(grace);
    const [node] = await realtime.db.query<{ id: string }>(
      'SELECT node_id AS id FROM presence_window WHERE user_id = $1',
      [grace.id],
    );
    await realtime.db.query('DELETE FROM realtime_node WHERE id = $1', [node?.id]);
    await realtime.db.query('DELETE FROM presence_window WHERE node_id = $1', [node?.id]);
    await eventually(async () => expect((await viewers())[0]?.users.map(({ id }) => id)).toEqual([grace.id]));
    expect(changes.filter((change) => change.startsWith('+'))).not.toContain(`+${alan.id}`);
  });

  it('ends with its process when that stops', async () => {
    const third = await realtime.replica();
    const { changes } = await join(grace);
    await join(alan, third.port);
    await eventually(() => expect(changes).toEqual([`+${alan.id}`]));
    await third.stop();
    await eventually(async () =>
      expect((await viewers())[0]?.users.map(({ id }) => id)).not.toContain(alan.id),
    );
  });

  it('passes client events on to the other members, with user_id, and to nobody else', async () => {
    const [one, two, sender] = [await join(grace), await join(grace, second.port), await join(alan)];
    const [first, other] = [heard(one.room, 'client-hello'), heard(two.room, 'client-hello')];
    let echoed = false;
    sender.room.bind('client-hello', () => (echoed = true));
    const metadata = new Promise((resolve) =>
      two.room.bind('client-hello', (_data: unknown, meta: unknown) => resolve(meta)),
    );
    sender.room.trigger('client-hello', { text: 'Hi' });
    expect(await first).toEqual({ text: 'Hi' });
    expect(await other).toEqual({ text: 'Hi' });
    expect(await metadata).toEqual({ user_id: alan.id });
    expect(echoed).toBe(false);
  });

  it('answers 4301 to client events elsewhere, and to more than 10 a second, and drops them', async () => {
    const watcher = await join(grace);
    let count = 0;
    watcher.room.bind('client-hello', () => (count += 1));
    const raw = openRaw(port, toPath(project));
    await raw.next('pusher:connection_established');
    const data = await memberAuth(realtime, project, alan).channel?.(raw.id(), name);
    raw.say({ event: 'client-hello', channel: name, data: {} });
    expect(await raw.next('pusher:error')).toMatchObject({ code: 4301 });
    raw.say({ event: 'pusher:subscribe', data: { channel: name, ...data } });
    await raw.next('pusher_internal:subscription_succeeded');
    // So many cannot all fall into seconds that have room, however the clock stands and the machine stumbles.
    for (let n = 0; n < 100; n += 1) raw.say({ event: 'client-hello', channel: name, data: {} });
    expect(await raw.next('pusher:error')).toMatchObject({ code: 4301 });
    raw.say({ event: 'pusher:ping' });
    await raw.next('pusher:pong');
    const refused = raw.frames.filter(({ event }) => event === 'pusher:error').length - 1;
    expect(refused).toBeGreaterThanOrEqual(20);
    await eventually(() => expect(count + refused).toBe(100));
  });

  it('lists viewers and members by index', async () => {
    await realtime.db.query(
      `INSERT INTO presence_window (project_id, channel, user_id, "window", since, expires_at)
       SELECT 'p', 'presence-ticket-' || n, 'u', 'viewing', now(), now() + interval '1 hour'
         FROM generate_series(1, 20000) n`,
    );
    await realtime.db.query('ANALYZE presence_window');
    const names = Array.from({ length: 10 }, (_, at) => `presence-ticket-${at}`);
    const plan = await realtime.db.query(`EXPLAIN ${MEMBERS}`, [names]);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan on presence_window');
    await realtime.db.query(`DELETE FROM presence_window WHERE project_id = 'p'`);
  });
});
