import { eventually } from '@parley/testing';
import { closeClients, connect, contactAuth, memberAuth, subscribed } from './support/clients';
import type { Person, StoredProject } from './support/neighbours';
import { startRealtime, type TestContact, type TestRealtime } from './support/realtime';

describe('members of the team', () => {
  let realtime: TestRealtime;
  let port: number;
  let project: StoredProject;
  let contact: TestContact;
  let grace: Person;
  beforeAll(async () => {
    realtime = await startRealtime();
    port = realtime.replicas[0]?.port ?? 0;
  });
  beforeEach(() => {
    project = realtime.project();
    contact = realtime.contact(project);
    grace = realtime.person(project);
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const ofProject = (person = grace) =>
    subscribed(
      connect(project.key, port, memberAuth(realtime, project, person)),
      `private-project-${project.id}`,
    );
  const ofContact = () =>
    subscribed(
      connect(project.key, port, contactAuth(realtime, project, contact)),
      `private-session-${contact.svcId}`,
    );
  const type = (ticketId: string, typing: boolean, person = grace) =>
    realtime.operations.setTicketTyping({ ticketId, typing }, realtime.as(project, person));

  it('type for the contact, who sees name and picture, and for the team, which sees who', async () => {
    const ticketId = realtime.ticket(project, contact.id);
    const [team, widget] = [await ofProject(), await ofContact()];
    realtime.neighbours.append(contact.stream, 'message.created');
    realtime.neighbours.append({ projectId: project.id }, 'message.created');
    realtime.neighbours.append({ projectId: project.id }, 'message.updated');
    await eventually(() => expect([team.heard.length, widget.heard.length]).toEqual([2, 1]));
    expect(await type(ticketId, true)).toEqual({ success: true });
    await eventually(() => expect([team.heard.length, widget.heard.length]).toEqual([3, 2]));
    expect(widget.heard[1]).toEqual({
      event: 'typing',
      data: {
        conversationId: ticketId,
        author: { type: 'agent', name: 'Grace Agent' },
        typing: true,
        seq: 1,
        at: expect.any(String),
      },
    });
    expect(team.heard[2]).toEqual({
      event: 'typing',
      data: {
        ticketId,
        author: { type: 'agent', id: grace.id, name: 'Grace Agent' },
        typing: true,
        seq: 2,
        at: expect.any(String),
      },
    });
    await type(ticketId, false);
    await eventually(() => expect(widget.heard.at(-1)?.data['typing']).toBe(false));
    // It raised no number.
    realtime.neighbours.append(contact.stream, 'message.created');
    await eventually(() =>
      expect(widget.heard.at(-1)).toMatchObject({ event: 'message.created', data: { seq: 2 } }),
    );
  });

  it('no longer type after 5 s without renewal: the edge says so by itself, once', async () => {
    const ticketId = realtime.ticket(project, contact.id);
    const widget = await ofContact();
    const from = performance.now();
    await type(ticketId, true);
    await eventually(() => expect(widget.heard.map(({ data }) => data['typing'])).toEqual([true, false]));
    expect(performance.now() - from).toBeGreaterThanOrEqual(5_000);
  });

  it('type apart from each other, also under one name', async () => {
    const ticketId = realtime.ticket(project, contact.id);
    const namesake = realtime.person(project);
    const widget = await ofContact();
    await type(ticketId, true);
    await type(ticketId, true, namesake);
    await eventually(() =>
      expect(widget.heard.map(({ data }) => data['typing'])).toEqual([true, true, false, false]),
    );
  });

  it('are not repeated to who resumes', async () => {
    const ticketId = realtime.ticket(project, contact.id);
    realtime.neighbours.append(contact.stream, 'message.created');
    const widget = await ofContact();
    await type(ticketId, true);
    await eventually(() => expect(widget.heard).toHaveLength(1));
    const late = await subscribed(
      connect(project.key, port, contactAuth(realtime, project, contact, { after: () => 0 })),
      `private-session-${contact.svcId}`,
    );
    await eventually(() =>
      expect(late.heard.slice(0, 2).map(({ event }) => event)).toEqual(['message.created', 'resumed']),
    );
  });

  it('type unseen by the contact in a ticket that is hidden, closed or has none; success all the same', async () => {
    const [team, widget] = [await ofProject(), await ofContact()];
    expect(await type(realtime.ticket(project), true)).toEqual({ success: true });
    await eventually(() => expect(team.heard).toHaveLength(1));
    realtime.neighbours.append(contact.stream, 'message.created');
    await eventually(() => expect(widget.heard.map(({ event }) => event)).toEqual(['message.created']));
  });

  it('cannot type in a ticket of another project: 404 ticket_not_found', async () => {
    const theirs = realtime.ticket(realtime.project(), contact.id);
    await expect(type(theirs, true)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
  });

  it('see that a contact types, and the contact does not', async () => {
    const [team, widget] = [await ofProject(), await ofContact()];
    realtime.broadcast.publish(`stream.${project.id}.project`, {
      kind: 'typing',
      data: { ticketId: 't', author: { type: 'contact', id: contact.id }, typing: true },
    });
    await eventually(() => expect(team.heard.map(({ data }) => data['typing'])).toEqual([true, false]));
    expect(widget.heard).toEqual([]);
  });

  it('are closed with 4009 within 5 s when they lose access; others stay', async () => {
    const alan = realtime.person(project);
    const [mine, theirs] = [grace, alan].map((person) =>
      connect(project.key, port, memberAuth(realtime, project, person)),
    );
    const watching = connect(project.key, port, memberAuth(realtime, project, grace));
    await subscribed(mine as never, `private-project-${project.id}`);
    await subscribed(theirs as never, `private-project-${project.id}`);
    await subscribed(watching, `presence-project-${project.id}`);
    project.people.delete(grace.id);
    await eventually(() => {
      expect(mine?.connection.state).toBe('disconnected');
      expect(watching.connection.state).toBe('disconnected');
    });
    expect(theirs?.connection.state).toBe('connected');
  });

  it('are looked at with one question for each project', async () => {
    const people = Array.from({ length: 5 }, () => realtime.person(project));
    for (const person of people) await ofProject(person);
    realtime.neighbours.calls.length = 0;
    await eventually(() =>
      expect(realtime.neighbours.calls.filter((call) => call === 'getMembers').length).toBeGreaterThan(0),
    );
    expect(realtime.neighbours.calls.filter((call) => call === 'getMembers').length).toBeLessThan(5);
  });

  it('configure a client: key, host, port and tls of the public address', async () => {
    expect(await realtime.operations.getRealtimeConfig({}, realtime.as(project, grace))).toEqual({
      key: project.key,
      host: 'support.example.com',
      port: 443,
      tls: true,
    });
  });
});
