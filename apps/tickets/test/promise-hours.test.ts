import { createEvents, eventTablesSql, topology } from '@parley/events';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import { contactSide } from './support/contact-side';
import { correspond, readReplyTo } from './support/correspondence';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('promise_hours');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

/** Mondays to Fridays; 3 March 2099, a Tuesday, is a holiday. */
const hours = {
  enabled: true,
  timezone: 'UTC',
  openingTimes: [1, 2, 3, 4, 5].map((day) => ({ day, openingTime: '09:00', closingTime: '17:00' })),
  holidays: [{ date: '2099-03-03' }],
};
/** An hour before the team closes for a night and a holiday. */
const MONDAY = '2099-03-02T16:00:00.000Z';
/** Two hours of open time after it. */
const WEDNESDAY = '2099-03-04T10:00:00.000Z';
/** Two hours after it by the clock. */
const EVENING = '2099-03-02T18:00:00.000Z';

const team = (rules: object = {}, projectId = caller.projectId): string =>
  service.neighbours.addTeam(projectId, 'Support', { defaultSla: 120, operatingHours: hours, ...rules }).id;
const contact = (rules: object = {}): string => service.neighbours.addContact(caller.projectId, rules).id;
const say = (ticket: string, session: string) =>
  service.messages.createMessage({ ticket, comment: 'hello', session }, caller.context);
const due = async (ticketId: string) => (await at.read(ticketId)).slaDueAt;
/** A ticket of the team whose contact does not wait for an answer. */
const answered = async (session: string, processingTeam: string): Promise<string> => {
  const { id } = await at.create({ session, processingTeam });
  await service.messages.createMessage({ ticket: id, comment: 'sorry' }, caller.context);
  expect(await due(id)).toBeUndefined();
  return id;
};
const now = (time: string) => service.setClock(new Date(time));

describe('What a team promises counts only while it is open', () => {
  it('for a new ticket', async () => {
    now(MONDAY);
    const ticket = await at.create({ session: contact(), processingTeam: team() });
    expect(ticket.slaDueAt).toBe(WEDNESDAY);
  });

  it('for a message of a contact', async () => {
    const session = contact();
    const id = await answered(session, team());
    now(MONDAY);
    await say(id, session);
    expect(await due(id)).toBe(WEDNESDAY);
    expect((await at.read(id)).slaBreached).toBe(false);
  });

  it('for a message of a contact that reopens its ticket, and for those that come together', async () => {
    const id = team();
    const sessions = Array.from({ length: 4 }, () => contact());
    const tickets = await Promise.all(sessions.map((session) => answered(session, id)));
    await at.update(tickets[0] ?? '', { status: 'DONE' });
    now(MONDAY);
    await Promise.all(tickets.map((ticket, n) => say(ticket, sessions[n] ?? '')));
    expect(await Promise.all(tickets.map(due))).toEqual(tickets.map(() => WEDNESDAY));
  });

  it('for a message in a conversation', async () => {
    const side = contactSide(service, caller.projectId);
    const { id } = await side.open({ comment: 'hello' });
    await at.update(id, { processingTeam: team() });
    now(MONDAY);
    await side.send(id, 'hello?');
    expect(await due(id)).toBe(WEDNESDAY);
  });

  it('for a mail', async () => {
    const { answered: mailed, receive, address, caller: agent } = correspond(service);
    const { id, mail } = await mailed();
    caller = agent;
    await at.update(id, { processingTeam: team() });
    now(MONDAY);
    await receive({ from: address, to: readReplyTo(mail), text: 'still broken' });
    expect(await due(id)).toBe(WEDNESDAY);
  });

  it('for a message in a ticket that is merged, by the team of the main one', async () => {
    const session = contact();
    const main = await at.create({ processingTeam: team() });
    const merged = await at.create({ session, processingTeam: team({ operatingHours: {} }) });
    await service.messages.createMessage({ ticket: merged.id, comment: 'sorry' }, caller.context);
    const names = { ticketsToMergeIds: [merged.id], targetTicketId: main.id };
    await service.merging.mergeTickets(names, caller.context);
    now(MONDAY);
    await say(merged.id, session);
    expect(await due(main.id)).toBe(WEDNESDAY);
  });
});

describe('The clock alone counts', () => {
  it.each<[string, object]>([
    ['without hours', { operatingHours: {} }],
    ['with hours that are not enabled', { operatingHours: { ...hours, enabled: false } }],
    ['that is always online', { operatingHours: { ...hours, alwaysOnline: true } }],
  ])('for what a team %s promises', async (_name, rules) => {
    const session = contact();
    const processingTeam = team(rules);
    const spoken = await answered(session, processingTeam);
    now(MONDAY);
    expect((await at.create({ session, processingTeam })).slaDueAt).toBe(EVENING);
    await say(spoken, session);
    expect(await due(spoken)).toBe(EVENING);
  });

  it.each<[string, object]>([
    ['a contact', { sla: 120 }],
    ['a company', { companyId: 'acme' }],
  ])('for what is promised to %s', async (_name, rules) => {
    service.neighbours.addCompany(caller.projectId, 'acme', { sla: 120 });
    const session = contact(rules);
    const processingTeam = team();
    const spoken = await answered(session, processingTeam);
    now(MONDAY);
    expect((await at.create({ session, processingTeam })).slaDueAt).toBe(EVENING);
    await say(spoken, session);
    expect(await due(spoken)).toBe(EVENING);
  });
});

describe('When a team works', () => {
  const known = async (id: string) =>
    (
      await service.db.query<{ hours: object | null }>(
        'SELECT operating_hours AS hours FROM team_reference WHERE id = $1',
        [id],
      )
    )[0]?.hours;
  const forget = (ids: string[]) =>
    service.db.query('UPDATE team_reference SET operating_hours = NULL WHERE id = ANY ($1)', [ids]);

  it('is learnt of teams of which a former release kept the rest; one that is gone has no hours', async () => {
    const [there, plain, gone] = [team(), team({ operatingHours: {} }), team()];
    for (const processingTeam of [there, plain, gone]) await at.create({ processingTeam });
    service.neighbours.removeTeam(caller.projectId, gone);
    await forget([there, plain, gone]);
    await eventually(async () => expect(await known(gone)).toEqual({}));
    expect(await known(there)).toEqual(hours);
    expect(await known(plain)).toEqual({});
  });

  it('is learnt of more teams than one question takes', async () => {
    const ids = Array.from({ length: 25 }, () => team());
    await Promise.all(ids.map((processingTeam) => at.create({ processingTeam })));
    await forget(ids);
    await eventually(async () => expect(await Promise.all(ids.map(known))).toEqual(ids.map(() => hours)));
  });

  it('is told with the changes of a team', async () => {
    const session = contact();
    const id = team({ operatingHours: {} });
    const ticket = await answered(session, id);
    const { db, drop } = await createTestDatabase('source_workspace');
    await db.query(eventTablesSql);
    const events = createEvents({
      service: 'workspace',
      db,
      transport: service.broker,
      topology: topology.filter(({ consumer }) => consumer === 'tickets'),
      log: createLogger({ service: 'test', level: 'error' }),
    });
    await events.start();
    const publish = async (payload: object) => {
      const subject = 'workspace.v1.team.updated';
      await events.append(db, [{ subject, projectId: caller.projectId, aggregateId: id, payload }]);
      events.wake();
    };
    const told = { team: { id, name: 'Support', defaultSla: 120 }, updatedAt: MONDAY };
    await publish({ ...told, operatingHours: hours });
    await eventually(async () => expect(await known(id)).toEqual(hours));
    now(MONDAY);
    await say(ticket, session);
    expect(await due(ticket)).toBe(WEDNESDAY);
    await publish(told);
    await eventually(async () => expect(await known(id)).toEqual({}));
    await events.stop();
    await drop();
  });
});

// The last one: identifiers, which say when something was written, never go back in time.
it('A due time stays with further messages and while the team is open', async () => {
  const session = contact();
  const id = await answered(session, team());
  now(MONDAY);
  await say(id, session);
  now('2099-03-04T09:30:00.000Z');
  await say(id, session);
  expect(await due(id)).toBe(WEDNESDAY);
});
