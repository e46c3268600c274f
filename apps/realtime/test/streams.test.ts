import { endSubject } from '@parley/realtime';
import { eventually } from '@parley/testing';
import { closeClients, connect, contactAuth, type Heard, memberAuth, subscribed } from './support/clients';
import type { StoredProject } from './support/neighbours';
import { startRealtime, type TestContact, type TestRealtime } from './support/realtime';

const listSeqs = (events: readonly Heard[]): unknown[] => events.map(({ data }) => data['seq']);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a numbered stream', () => {
  let realtime: TestRealtime;
  let port: number;
  let project: StoredProject;
  let contact: TestContact;
  let name: string;
  beforeAll(async () => {
    realtime = await startRealtime();
    port = realtime.replicas[0]?.port ?? 0;
  });
  beforeEach(() => {
    project = realtime.project();
    contact = realtime.contact(project);
    name = `private-session-${contact.svcId}`;
  });
  afterEach(() => {
    closeClients();
    realtime.neighbours.streamsAway = false;
    realtime.neighbours.slowMs = 0;
  });
  afterAll(() => realtime.stop());

  const append = (count = 1, how?: { lost?: boolean }): void => {
    for (let n = 0; n < count; n += 1)
      realtime.neighbours.append(contact.stream, 'message.created', { text: 'Hello' }, how);
  };
  const listen = (after?: () => number | undefined) =>
    subscribed(connect(project.key, port, contactAuth(realtime, project, contact, after && { after })), name);

  it('begins with subscription_succeeded { seq }, the latest number, and goes on from there', async () => {
    append(3);
    const { data, heard } = await listen();
    expect(data).toEqual({ seq: 3 });
    append();
    await eventually(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toEqual({
      event: 'message.created',
      data: { text: 'Hello', seq: 4, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  it('sends what came after `after`, in order, then resumed { seq, count }, then live events', async () => {
    append(7);
    const { data, heard } = await listen(() => 2);
    await eventually(() => expect(heard).toHaveLength(6));
    expect(data).toEqual({ seq: 7 });
    append(2);
    await eventually(() => expect(heard).toHaveLength(8));
    expect(heard.map(({ event }) => event)).toEqual([
      ...Array.from({ length: 5 }, () => 'message.created'),
      'resumed',
      'message.created',
      'message.created',
    ]);
    expect(heard[5]?.data).toEqual({ seq: 7, count: 5 });
    expect(listSeqs(heard)).toEqual([3, 4, 5, 6, 7, 7, 8, 9]);
  });

  it('says resumed { count: 0 } when nothing was missed', async () => {
    append(2);
    const { heard } = await listen(() => 2);
    await eventually(() => expect(heard).toEqual([{ event: 'resumed', data: { seq: 2, count: 0 } }]));
  });

  it('takes `after` of a sign-in for the events of the user', async () => {
    append(3);
    const client = connect(project.key, port, contactAuth(realtime, project, contact, { after: () => 1 }));
    client.signin();
    const events: Heard[] = [];
    client.user.bind_global((event: string, data: Record<string, unknown>) => events.push({ event, data }));
    await eventually(() => expect(events.at(-1)).toEqual({ event: 'resumed', data: { seq: 3, count: 2 } }));
    expect(listSeqs(events)).toEqual([2, 3, 3]);
  });

  it('sends 1,000 missed events, and resync { seq } for 1,001', async () => {
    append(1_001);
    const { heard } = await listen(() => 1);
    await eventually(() => expect(heard.at(-1)?.event).toBe('resumed'));
    expect(listSeqs(heard)).toEqual([...range(2, 1_001), 1_001]);
    const { heard: late } = await listen(() => 0);
    await eventually(() => expect(late).toEqual([{ event: 'resync', data: { seq: 1_001 } }]));
    append();
    await eventually(() => expect(listSeqs(late)).toEqual([1_001, 1_002]));
  });

  it('says resync for an `after` in the future, and for events that are gone', async () => {
    append(3);
    const { heard: future } = await listen(() => 9);
    await eventually(() => expect(future).toEqual([{ event: 'resync', data: { seq: 3 } }]));
    realtime.neighbours.forget(contact.stream, 2);
    const { heard: old } = await listen(() => 1);
    await eventually(() => expect(old).toEqual([{ event: 'resync', data: { seq: 3 } }]));
  });

  it('fills a gap that a lost broadcast left before the next one', async () => {
    const { heard } = await listen();
    append();
    append(2, { lost: true });
    append();
    await eventually(() => expect(listSeqs(heard)).toEqual([1, 2, 3, 4]));
  });

  it('finds a lost last broadcast by comparing heads', async () => {
    const { heard } = await listen();
    append(2, { lost: true });
    await eventually(() => expect(listSeqs(heard)).toEqual([1, 2]));
  });

  it('sends an event once that is broadcast twice, and in order what is broadcast in disorder', async () => {
    const { heard } = await listen();
    append(4, { lost: true });
    for (const seq of [2, 1, 4, 3, 1, 4]) realtime.neighbours.repeat(contact.stream, seq);
    await eventually(() => expect(heard).toHaveLength(4));
    append();
    await eventually(() => expect(listSeqs(heard)).toEqual([1, 2, 3, 4, 5]));
  });

  it('says resync to who listens when a gap cannot be filled, and goes on', async () => {
    const { heard } = await listen();
    append(2, { lost: true });
    realtime.neighbours.forget(contact.stream, 2);
    append();
    await eventually(() => expect(heard.at(-1)).toEqual({ event: 'resync', data: { seq: 3 } }));
    append();
    await eventually(() => expect(listSeqs(heard)).toEqual([3, 4]));
  });

  it('loses and doubles nothing between what is read and what is live, while events come', async () => {
    append(500);
    const writing = (async () => {
      for (let n = 0; n < 400; n += 1) {
        append(1, { lost: n % 7 === 0 });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const all = await Promise.all(range(1, 12).map((n) => listen(() => n * 40)));
    await eventually(() => {
      for (const { heard } of all) expect(heard.some(({ event }) => event === 'resumed')).toBe(true);
    });
    await writing;
    const last = realtime.neighbours.append(contact.stream, 'end');
    await eventually(() => {
      for (const { heard } of all) expect(heard.at(-1)?.event).toBe('end');
    });
    all.forEach(({ heard }, at) => {
      const events = heard.filter(({ event }) => event !== 'resumed');
      expect(listSeqs(events)).toEqual(range((at + 1) * 40 + 1, last));
      const place = heard.findIndex(({ event }) => event === 'resumed');
      expect(heard[place]?.data).toEqual({ seq: heard[place - 1]?.data['seq'], count: place });
    });
  });

  it('answers a subscription once the streams are back', async () => {
    realtime.neighbours.streamsAway = true;
    append(2);
    const listening = listen(() => 0);
    await eventually(() => expect(realtime.neighbours.calls).toContain('getStreamHeads'));
    realtime.neighbours.streamsAway = false;
    const { heard } = await listening;
    await eventually(() => expect(listSeqs(heard)).toEqual([1, 2, 2]));
  });

  it('has clients come back when numbers begin anew, who are told resync', async () => {
    append(5);
    let last: number | undefined = undefined;
    const client = connect(project.key, port, contactAuth(realtime, project, contact, { after: () => last }));
    const { heard } = await subscribed(client, name);
    last = 5;
    realtime.neighbours.restore(contact.stream, 2);
    await eventually(() => expect(heard).toEqual([{ event: 'resync', data: { seq: 2 } }]));
  });

  it('asks for many streams together, at most 1,000 at once', async () => {
    realtime.neighbours.calls.length = 0;
    // Long enough for others to come meanwhile, also where connecting takes its time.
    realtime.neighbours.slowMs = 200;
    const contacts = range(1, 60).map(() => realtime.contact(project));
    await Promise.all(
      contacts.map((one) =>
        subscribed(
          connect(project.key, port, contactAuth(realtime, project, one)),
          `private-session-${one.svcId}`,
        ),
      ),
    );
    const asked = realtime.neighbours.calls.filter((call) => call === 'getStreamHeads');
    expect(asked.length).toBeLessThan(60);
    expect(realtime.neighbours.largestQuestion).toBeGreaterThan(1);
    expect(realtime.neighbours.largestQuestion).toBeLessThanOrEqual(1_000);
  });

  it('closes with 4009 at once what is signed in as, or subscribed to, a contact that ended', async () => {
    const other = realtime.contact(project);
    const clients = [contact, contact, other].map((one) =>
      connect(project.key, port, contactAuth(realtime, project, one)),
    );
    const [subscriber, user, stays] = clients;
    await subscribed(subscriber as never, name);
    await subscribed(stays as never, `private-session-${other.svcId}`);
    user?.signin();
    await user?.user.signinDonePromise;
    realtime.broadcast.publish(endSubject(project.id, contact.id), { contactId: contact.id });
    await eventually(() => {
      expect(subscriber?.connection.state).toBe('disconnected');
      expect(user?.connection.state).toBe('disconnected');
    });
    expect(stays?.connection.state).toBe('connected');
  });

  it('closes with 4009 within 5 s when a head says that the contact ended', async () => {
    const client = connect(project.key, port, contactAuth(realtime, project, contact));
    await subscribed(client, name);
    realtime.neighbours.ended.add(`${project.id}.${contact.id}`);
    await eventually(() => expect(client.connection.state).toBe('disconnected'));
  });

  it('counts what is sent and how late', async () => {
    const { heard } = await listen();
    append(3);
    await eventually(() => expect(heard).toHaveLength(3));
    const text = await realtime.replicas[0]?.metrics();
    expect(text).toMatch(/^realtime_events_sent_total\{service="realtime"\} [1-9]/m);
    expect(text).toMatch(/^realtime_event_lag_seconds_count\{service="realtime"\} [1-9]/m);
  });

  it('carries the stream of a project to members of the team alone', async () => {
    const person = realtime.person(project);
    const member = connect(project.key, port, memberAuth(realtime, project, person));
    const { data, heard } = await subscribed(member, `private-project-${project.id}`);
    expect(data).toEqual({ seq: 0 });
    realtime.neighbours.append({ projectId: project.id }, 'ticket.created', { ticketId: 't' });
    append();
    await eventually(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({ event: 'ticket.created', data: { ticketId: 't', seq: 1 } });
    const again = connect(
      project.key,
      port,
      memberAuth(realtime, project, person, () => 0),
    );
    const { heard: missed } = await subscribed(again, `private-project-${project.id}`);
    await eventually(() => expect(missed.at(-1)).toEqual({ event: 'resumed', data: { seq: 1, count: 1 } }));
  });
});
