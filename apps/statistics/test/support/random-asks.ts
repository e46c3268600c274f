import { type Ask, at } from './asks';
import { OUTBOUND, TEAMS, USERS } from './month';
import type { Sample } from './naive';
import type { Dice } from './random';

const DAY = 86_400_000;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland'];

/** Milliseconds that clocks of a zone are ahead of UTC at a time. */
const offsetAt = (when: number, zone: string): number => {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(clock.formatToParts(when).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(when / 1_000) * 1_000;
};

/** The first instant of a day, given as its midnight in UTC; none of these zones moves its clocks at midnight. */
const toDayStart = (day: number, zone: string): number => {
  const guess = day - offsetAt(day, zone);
  return day - offsetAt(guess, zone);
};

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** First and last day of so many months. */
const months = (year: number, month: number, count: number): [number, number] => [
  Date.UTC(year, month, 1),
  Date.UTC(year, month + count, 1) - DAY,
];

/** The shapes that the days of a period have: whole months, quarters and years, a day, some days, the future, the far past. */
const dayShapes: readonly ((dice: Dice) => [number, number])[] = [
  (dice) => months(2026, 2 + dice.below(3), 1),
  (dice) => months(2026, 1 + dice.below(3), 2),
  (dice) => months(2026, 3 * dice.below(3), 3),
  () => months(2026, 0, 12),
  () => months(2025, 0, 24),
  () => months(2025, 6, 6),
  (dice) => {
    const day = Date.UTC(2026, 2, 10 + dice.below(40));
    return [day, day];
  },
  (dice) => {
    const day = Date.UTC(2026, 1, 20 + dice.below(60));
    return [day, day + dice.below(80) * DAY];
  },
  (dice) =>
    months(2026, 2 + dice.below(3), 1).map((day, end) => day + (end - 0.5) * 2 * DAY) as [number, number],
  () => months(2031, 0, 1),
  () => months(1971, 0, 12),
];

const byDays = (dice: Dice): Pick<Ask, 'sent' | 'from' | 'to' | 'before'> => {
  const [first, last] = dice.one(dayShapes)(dice);
  const zone = dice.chance(0.6) ? 'UTC' : dice.one(ZONES);
  const length = last - first + DAY;
  return {
    sent: { startDate: toDay(first), endDate: toDay(last), ...(zone !== 'UTC' && { timezone: zone }) },
    from: toDayStart(first, zone),
    to: toDayStart(last + DAY, zone) - 1,
    before: { from: toDayStart(first - length, zone), to: toDayStart(last + DAY - length, zone) - 1 },
  };
};

/** Periods between instants: whole months to the millisecond and one off, a millisecond, hours, weeks. */
const byInstants = (dice: Dice, times: readonly number[]): Pick<Ask, 'sent' | 'from' | 'to' | 'before'> => {
  const [first, last] = months(2026, 2 + dice.below(2), 1 + dice.below(2));
  const when = dice.one(times);
  const [from, to] = dice.one<[number, number]>([
    [first, last + DAY - 1],
    [first, last + DAY],
    [first - 1, last + DAY - 1],
    [first + 1, last + DAY - 1],
    [first, last + DAY - 2],
    [first - 1, last + DAY],
    [when, when],
    [when + 1, when + 1],
    [when - 1, when + 1],
    [when, when + dice.below(36) * 3_600_000],
    [when - dice.below(70) * DAY, when],
  ]);
  const length = to - from + 1;
  return {
    sent: { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() },
    from,
    to,
    before: { from: from - length, to: to - length },
  };
};

type Keeps = (sample: Sample) => boolean;

const some = <T>(dice: Dice, values: readonly T[]): T[] => {
  const chosen = values.filter(() => dice.chance(0.5));
  return chosen.length > 0 ? chosen : [dice.one(values)];
};

const range = (dice: Dice, field: 'createdAt' | 'updatedAt', times: readonly number[]) => {
  const operator = dice.one(['gt', 'gte', 'lt', 'lte'] as const);
  const bound = dice.chance(0.5) ? dice.one(times) : Date.UTC(2026, 2, 10 + dice.below(40));
  const passes = {
    gt: (t: number) => t > bound,
    gte: (t: number) => t >= bound,
    lt: (t: number) => t < bound,
    lte: (t: number) => t <= bound,
  };
  return {
    condition: { field, operator, values: [new Date(bound).toISOString()] },
    keeps: (({ ticket: { facts } }) => passes[operator](at(String(facts[field])))) satisfies Keeps,
  };
};

/** Filters, each with what it means. */
const filters = (dice: Dice, times: readonly number[]): { sent: Record<string, unknown>; keeps: Keeps } => {
  const sent: Record<string, unknown> = {};
  const all: Keeps[] = [];
  const conditions: unknown[] = [];
  const add = (
    field: string,
    values: readonly string[],
    keeps: (chosen: readonly string[]) => Keeps,
  ): void => {
    const chosen = some(dice, values);
    sent[field] = chosen.join(',');
    all.push(keeps(chosen));
  };
  const kinds: readonly (() => void)[] = [
    () =>
      add(
        'type',
        ['INQUIRY', 'BUG'],
        (chosen) =>
          ({ ticket }) =>
            chosen.includes(ticket.facts.type),
      ),
    () =>
      add(
        'channel',
        ['EMAIL', 'CHAT'],
        (chosen) =>
          ({ ticket }) =>
            chosen.includes(ticket.facts.channel ?? ''),
      ),
    () =>
      add(
        'priority',
        ['LOW', 'MEDIUM', 'HIGH'],
        (chosen) =>
          ({ ticket }) =>
            chosen.includes(ticket.facts.priority),
      ),
    () =>
      add(
        'tag',
        ['a', 'b', 'c', 'none'],
        (chosen) =>
          ({ ticket }) =>
            ticket.facts.tags.some((tag) => chosen.includes(tag)),
      ),
    () =>
      add(
        'team',
        TEAMS,
        (chosen) =>
          ({ team }) =>
            chosen.includes(team ?? ''),
      ),
    () =>
      add(
        'user',
        USERS,
        (chosen) =>
          ({ user }) =>
            chosen.includes(user ?? ''),
      ),
    () => {
      sent['outbound'] = OUTBOUND;
      all.push(({ ticket }) => ticket.facts.outbound === OUTBOUND);
    },
    ...(['createdAt', 'updatedAt'] as const).map((field) => () => {
      const { condition, keeps } = range(dice, field, times);
      conditions.push(condition);
      all.push(keeps);
    }),
  ];
  const share = dice.one([0, 0, 0.12, 0.12, 0.3]);
  for (const kind of kinds) if (dice.chance(share)) kind();
  if (conditions.length > 0) sent['filter'] = conditions;
  return { sent, keeps: (sample) => all.every((keeps) => keeps(sample)) };
};

/** Random questions: any shape of period, with any filters. `times` are moments at which something happened. */
export const randomAsks = (dice: Dice, times: readonly number[], count: number): Ask[] =>
  Array.from({ length: count }, () => {
    const period = dice.chance(0.6) ? byDays(dice) : byInstants(dice, times);
    const { sent, keeps } = filters(dice, times);
    return { ...period, sent: { ...period.sent, ...sent }, keeps };
  });
