import type { OperatingHours } from '@parley/opening-hours';
import type { Dice } from './random';
import type { Told } from './statistics';
import { contact, nextId, type TestTicket, makeTicket, user } from './tickets';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Around the change of clocks in Europe. */
export const MONTH_START = Date.parse('2026-03-10T00:00:00.000Z');
export const MONTH_DAYS = 30;
export const NOW = MONTH_START + MONTH_DAYS * DAY + 5 * DAY;

export const USERS = ['0000000000000000000000a1', '0000000000000000000000a2', '0000000000000000000000a3'];
export const ROBOT = '0000000000000000000000b1';
export const TEAMS = ['0000000000000000000000d1', '0000000000000000000000d2'];
/** The engagement item that many tickets answer. */
export const OUTBOUND = '0000000000000000000000e1';
const CONTACTS = ['0000000000000000000000c1', '0000000000000000000000c2', '0000000000000000000000c3'];
const STATUSES = ['OPEN', 'INPROGRESS', 'DONE', 'DONE', 'SNOOZED'];

const week = (from: string, to: string): NonNullable<OperatingHours['openingTimes']> =>
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
    day,
    openingTime: from,
    closingTime: to,
  }));

/** Versions of hours by team, with the times from which they count. */
export const HOURS: Readonly<Record<string, { since: number; hours: OperatingHours }[]>> = {
  '0000000000000000000000d1': [
    {
      since: MONTH_START + 2 * DAY,
      hours: {
        enabled: true,
        timezone: 'Europe/Berlin',
        openingTimes: week('09:00', '17:00'),
        holidays: [{ date: '2026-03-20' }],
      },
    },
    {
      since: MONTH_START + 15 * DAY + 12 * 3_600_000,
      hours: { enabled: true, timezone: 'Europe/Berlin', openingTimes: week('20:00', '04:00') },
    },
  ],
};

/** A month of a project: its tickets, and what was told of each in its order. */
export interface Month {
  tickets: TestTicket[];
  told: Map<TestTicket, Told[]>;
  /** Tickets that were deleted. */
  deleted: Set<string>;
}

const actor = (dice: Dice) =>
  dice.one([
    ...USERS.map(user),
    { type: 'service', id: ROBOT },
    { type: 'system', name: 'assignment' },
    contact(CONTACTS[0] as string),
  ]);

const act = (dice: Dice, ticket: TestTicket, at: number, others: readonly TestTicket[]): Told[] => {
  const { facts, messages, clocks } = ticket;
  const choice = dice.below(100);
  if (choice < 22) return [ticket.message(at, 'contact', { type: 'contact', id: dice.one(CONTACTS) })];
  if (choice < 45) return [ticket.message(at, 'reply', { type: 'user', id: dice.one(USERS) })];
  if (choice < 48) return [ticket.message(at, 'reply', { type: 'service', id: ROBOT })];
  if (choice < 52) return [ticket.message(at, 'reply', { type: 'user', id: dice.one(USERS), bot: true })];
  if (choice < 56) return [ticket.message(at, 'note', { type: 'user', id: dice.one(USERS) })];
  if (choice < 59)
    return [ticket.message(at, 'thread', { type: 'user', id: dice.one(USERS) }, messages.at(-1)?.id)];
  if (choice < 60) return [ticket.message(at, 'suggestion', { type: 'system' })];
  if (choice < 73) {
    const to = dice.one(STATUSES.filter((status) => status !== facts.status));
    return [ticket.change(at, actor(dice), 'status', to)];
  }
  if (choice < 84) {
    const to = dice.one([...USERS, undefined].filter((id) => id !== facts.userId));
    return [ticket.change(at, actor(dice), 'processingUser', to)];
  }
  if (choice < 87) return [ticket.change(at, actor(dice), 'processingTeam', dice.one([...TEAMS, undefined]))];
  if (choice < 89)
    return [ticket.change(at, { type: 'system' }, 'forwardedToSupportAt', new Date(at).toISOString())];
  if (choice < 92)
    return [
      dice.chance(0.2)
        ? ticket.set(at, { rating: undefined, ratedAt: undefined })
        : ticket.set(at, { rating: dice.below(11), ratedAt: new Date(at).toISOString() as never }),
    ];
  if (choice < 95) {
    const running = clocks.at(-1);
    if (!running || running.outcome !== 'running') return [ticket.clock(at, at + 30 * MINUTE)];
    const dueAt = Date.parse(running.dueAt as unknown as string);
    if (dueAt > at) return [ticket.endClock(dice.chance(0.7) ? 'met' : 'ended', at, true)];
    return [ticket.endClock('breached', dueAt, false)];
  }
  if (choice < 96) return messages.length > 0 ? [ticket.remove(dice.one(messages).id)] : [];
  if (choice < 97) return [ticket.set(at, { isSpam: dice.chance(0.4) })];
  if (choice < 98) return [ticket.set(at, { hidden: dice.chance(0.4), archived: dice.chance(0.4) })];
  if (choice < 99 && facts.duplicateOf === undefined && others.length > 0)
    return [ticket.change(at, user(USERS[0] as string), 'duplicateOf', dice.one(others).id)];
  return [ticket.set(at, { tags: ['a', 'b', 'c'].filter(() => dice.chance(0.5)) })];
};

/** A random month. Nothing happens twice in one millisecond, so that its order is no question. */
export const randomMonth = (dice: Dice, projectId: string, count: number): Month => {
  const told: Month['told'] = new Map();
  const tickets: TestTicket[] = [];
  const deleted = new Set<string>();
  let tick = 0;
  for (let index = 0; index < count; index += 1) {
    let at = MONTH_START + dice.below(MONTH_DAYS * DAY);
    const [first] = [dice.below(3)];
    const session = dice.chance(0.85) ? dice.one(CONTACTS) : undefined;
    const ticket = makeTicket(
      projectId,
      at,
      {
        bugId: index + 1,
        title: `Ticket ${index + 1}`,
        type: dice.one(['INQUIRY', 'INQUIRY', 'BUG']),
        status: dice.one(['OPEN', 'OPEN', 'OPEN', 'DONE', 'SNOOZED']),
        priority: dice.one(['LOW', 'MEDIUM', 'HIGH']),
        channel: dice.one([undefined, 'EMAIL', 'CHAT']),
        outbound: dice.one([undefined, OUTBOUND, OUTBOUND]),
        tags: ['a', 'b', 'c'].filter(() => dice.chance(0.3)),
        sessionId: session,
        userId: dice.one([undefined, ...USERS]),
        teamId: dice.one([undefined, ...TEAMS]),
        openedBy: session === undefined ? undefined : ['contact', 'team', undefined][first],
        createdBy: first === 0 && session !== undefined ? contact(session) : user(dice.one(USERS)),
      },
      nextId(),
    );
    const events = [ticket.created()];
    for (let step = dice.below(40); step > 0; step -= 1) {
      tick = (tick + 1) % 60_000;
      at += Math.floor(dice.next() ** 4 * 3 * DAY) + 1 + tick;
      events.push(...act(dice, ticket, at, tickets));
    }
    if (dice.chance(0.04)) {
      events.push(ticket.deleted());
      deleted.add(ticket.id);
    }
    told.set(ticket, events);
    tickets.push(ticket);
  }
  return { tickets, told, deleted };
};

/** What was told of all tickets, each in its order, tickets in disorder, some of it twice. */
export const disorder = (dice: Dice, { told }: Month): Told[] => {
  const queues = [...told.values()].map((events) => [...events]);
  const all: Told[] = [];
  while (queues.length > 0) {
    const at = dice.below(queues.length);
    const queue = queues[at] as Told[];
    const event = queue.shift() as Told;
    all.push(event);
    if (dice.chance(0.05)) all.push(event);
    if (queue.length === 0) queues.splice(at, 1);
  }
  return all;
};
