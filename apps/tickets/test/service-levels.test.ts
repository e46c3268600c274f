import { eventually } from '@parley/testing';
import { OVERDUE } from '../src/tickets/due-tickets.store';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('service_levels');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

const minutesAfter = (from: string | undefined, to: string | undefined): number | undefined =>
  to === undefined ? undefined : (Date.parse(to) - Date.parse(from ?? '')) / 60_000;
const aMinuteAfter = (time: string | undefined): Date => new Date(Date.parse(time ?? '') + 60_000);
const say = async (ticket: string, session: string) =>
  (await service.messages.createMessage({ ticket, comment: 'hello', session }, caller.context)).message;
const reply = (ticket: string, fields: object = {}) =>
  service.messages.createMessage({ ticket, comment: 'sorry', ...fields }, caller.context);

const CONTACT = 3;
const COMPANY = 7;
const TEAM = 11;

describe('The service level', () => {
  it.each<[string, { own?: number; company?: number; team?: number }, number | undefined]>([
    ['of the contact counts before all others', { own: CONTACT, company: COMPANY, team: TEAM }, CONTACT],
    ['of the company counts before that of the team', { company: COMPANY, team: TEAM }, COMPANY],
    ['of the team counts when there is no other', { team: TEAM }, TEAM],
    ['of 0 minutes is none', { own: 0, company: 0, team: TEAM }, TEAM],
    ['of 0 minutes of the team is none', { team: 0 }, undefined],
    ['of nobody starts no clock', {}, undefined],
  ])('%s, at the creation and with a message', async (_name, { own, company, team }, minutes) => {
    const { projectId } = caller;
    if (company !== undefined) service.neighbours.addCompany(projectId, 'acme', { sla: company });
    const contact = service.neighbours.addContact(projectId, {
      ...(own !== undefined && { sla: own }),
      ...(company !== undefined && { companyId: 'acme' }),
    });
    const rules = team === undefined ? {} : { defaultSla: team };
    const { id } = service.neighbours.addTeam(projectId, 'Support', rules);
    const ticket = await at.create({ session: contact.id, processingTeam: id });
    expect(minutesAfter(ticket.createdAt, ticket.slaDueAt)).toBe(minutes);
    await reply(ticket.id);
    expect((await at.read(ticket.id)).slaDueAt).toBeUndefined();
    const message = await say(ticket.id, contact.id);
    expect(minutesAfter(message?.createdAt, (await at.read(ticket.id)).slaDueAt)).toBe(minutes);
  });

  it('is that of the team that has the ticket when the contact writes, as the workspace last told', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const { id } = service.neighbours.addTeam(caller.projectId, 'Support', { defaultSla: TEAM });
    const ticket = await at.create({ session: contact.id });
    expect(ticket.slaDueAt).toBeUndefined();
    await at.update(ticket.id, { processingTeam: id });
    expect((await at.read(ticket.id)).slaDueAt).toBeUndefined();
    const message = await say(ticket.id, contact.id);
    expect(minutesAfter(message?.createdAt, (await at.read(ticket.id)).slaDueAt)).toBe(TEAM);
  });

  it('of the team starts with a message in a merged ticket too', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const { id } = service.neighbours.addTeam(caller.projectId, 'Support', { defaultSla: TEAM });
    const [main, merged] = [
      await at.create({ processingTeam: id }),
      await at.create({ session: contact.id }),
    ];
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [merged.id], targetTicketId: main.id },
      caller.context,
    );
    const message = await say(merged.id, contact.id);
    expect(minutesAfter(message?.createdAt, (await at.read(main.id)).slaDueAt)).toBe(TEAM);
  });

  it('starts no clock for a ticket without a contact, a tracker, or a first message of the team', async () => {
    const { id } = service.neighbours.addTeam(caller.projectId, 'Support', { defaultSla: TEAM });
    const contact = service.neighbours.addContact(caller.projectId, {
      sla: CONTACT,
      email: 'c@customer.example',
    });
    const tracker = await service.trackers.createTrackerTicket(
      { ticket: { session: contact.id, processingTeam: id } },
      caller.context,
    );
    const composed = await service.tickets.composeTicket(
      { ticket: { session: contact.id, processingTeam: id }, message: 'hello' },
      caller.context,
    );
    const tickets = [await at.create({ processingTeam: id }), tracker.ticket, composed.ticket];
    expect(tickets.map((ticket) => ticket?.slaDueAt)).toEqual([undefined, undefined, undefined]);
  });

  it('keeps its clock with further messages and notes, and a public reply stops it', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { sla: CONTACT });
    const ticket = await at.create({ session: contact.id });
    service.setClock(new Date(Date.now() + 30_000));
    await say(ticket.id, contact.id);
    await reply(ticket.id, { isNote: true });
    expect((await at.read(ticket.id)).slaDueAt).toBe(ticket.slaDueAt);
    await reply(ticket.id);
    expect((await at.read(ticket.id)).slaDueAt).toBeUndefined();
  });

  it('is breached once its time is over, told of once, and a later message keeps the first time', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const { id } = service.neighbours.addTeam(caller.projectId, 'Support', { defaultSla: TEAM });
    const ticket = await at.create({ session: contact.id, processingTeam: id });
    service.setClock(aMinuteAfter(ticket.slaDueAt));
    await eventually(async () => expect(await at.read(ticket.id)).toMatchObject({ slaBreached: true }));
    await say(ticket.id, contact.id);
    expect(await at.read(ticket.id)).toMatchObject({ slaBreached: true, slaDueAt: ticket.slaDueAt });
    const subjects = (await service.events(ticket.id)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.endsWith('sla_breached'))).toHaveLength(1);
    await reply(ticket.id);
    expect(await at.read(ticket.id)).toMatchObject({ slaBreached: false });
  });
});

describe('A ticket whose answer is overdue', () => {
  const overdue = async (fields: object) => {
    const contact = service.neighbours.addContact(caller.projectId, { sla: CONTACT });
    const ticket = await at.create({ session: contact.id });
    await at.update(ticket.id, fields);
    return ticket;
  };
  const breaches = async (id: string) =>
    (await service.events(id)).filter(({ subject }) => subject.endsWith('sla_breached')).length;

  it.each([{ status: 'DONE' }, { archived: true }, { hidden: true }, { isSpam: true }])(
    'is no breach while it is %j, and one once it is work again',
    async (away) => {
      const { id } = await overdue(away);
      const work = await overdue({});
      service.setClock(aMinuteAfter(work.slaDueAt));
      await eventually(async () => expect(await breaches(work.id)).toBe(1));
      expect(await breaches(id)).toBe(0);
      expect(await at.read(id)).toMatchObject({ slaBreached: false });
      await at.update(id, { status: 'OPEN', archived: false, hidden: false, isSpam: false });
      await eventually(async () => expect(await breaches(id)).toBe(1));
      expect(await at.read(id)).toMatchObject({ slaBreached: true });
    },
  );

  it('is found by an index of its own, however many were closed unanswered', async () => {
    const plan = await service.db.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return JSON.stringify(await tx.query(`EXPLAIN ${OVERDUE}`, [new Date(), 100]));
    });
    expect(plan).toContain('ticket_overdue');
  });
});

describe('A snoozed ticket', () => {
  const LATER = '2100-01-01T00:00:00.000Z';

  it.each(['OPEN', 'INPROGRESS', 'CUSTOM'])(
    'wakes to %s at its time, on null and by a contact’s message',
    async (status) => {
      const contact = service.neighbours.addContact(caller.projectId);
      const snooze = () => at.create({ session: contact.id, status, snoozedUntil: LATER });
      const [timed, cleared, spoken] = [await snooze(), await snooze(), await snooze()];
      expect(timed).toMatchObject({ status: 'SNOOZED', snoozed: true, snoozedUntil: LATER });
      expect(await at.update(cleared.id, {}, ['snoozedUntil'])).toMatchObject({ status, snoozed: false });
      await say(spoken.id, contact.id);
      expect(await at.read(spoken.id)).toMatchObject({ status, snoozed: false });
      await service.db.query('UPDATE ticket SET snoozed_until = now() WHERE id = $1', [timed.id]);
      await eventually(async () => expect(await at.read(timed.id)).toMatchObject({ status, snoozed: false }));
      expect((await at.read(timed.id)).snoozedUntil).toBeUndefined();
    },
  );

  it('is woken neither by a note nor by a reply of the team', async () => {
    const { id } = await at.create({ snoozedUntil: LATER });
    await reply(id, { isNote: true });
    await reply(id);
    expect(await at.read(id)).toMatchObject({ status: 'SNOOZED', snoozedUntil: LATER });
  });
});
