import { naiveMean, naiveMedian, type naiveSamples, type Sample } from './naive';
import { OUTBOUND, TEAMS, USERS } from './month';

/** Samples by name. */
export type Samples = ReturnType<typeof naiveSamples>;

/** What is asked, and the test's own idea of what it means. */
export interface Ask {
  sent: Record<string, unknown>;
  from: number;
  to: number;
  /** The period before. */
  before: { from: number; to: number };
  keeps(sample: Sample): boolean;
}

/** Milliseconds of a time. */
export const at = (time: string): number => Date.parse(time);
const always = (): boolean => true;

/** Periods, zones and filters. */
export const asks: readonly Ask[] = [
  {
    sent: { startDate: '2026-03-01', endDate: '2026-05-30' },
    from: at('2026-03-01T00:00Z'),
    to: at('2026-05-30T23:59:59.999Z'),
    before: { from: at('2025-11-30T00:00Z'), to: at('2026-02-28T23:59:59.999Z') },
    keeps: always,
  },
  {
    sent: { startDate: '2026-03-20', endDate: '2026-03-31', timezone: 'Europe/Berlin' },
    from: at('2026-03-19T23:00Z'),
    to: at('2026-03-31T21:59:59.999Z'),
    // Clocks changed on 29 March: local days, not hours, are as many.
    before: { from: at('2026-03-07T23:00Z'), to: at('2026-03-19T22:59:59.999Z') },
    keeps: always,
  },
  {
    sent: {
      startDate: '2026-03-15T07:13:11.123Z',
      endDate: '2026-04-02T19:41:07Z',
      timezone: 'Asia/Kathmandu',
    },
    from: at('2026-03-15T07:13:11.123Z'),
    to: at('2026-04-02T19:41:07.000Z'),
    before: { from: at('2026-02-24T18:45:14.245Z'), to: at('2026-03-15T07:13:11.122Z') },
    keeps: always,
  },
  {
    // A whole month between two that are not.
    sent: { startDate: '2026-03-17T07:13:11.123Z', endDate: '2026-05-10T12:00:00Z' },
    from: at('2026-03-17T07:13:11.123Z'),
    to: at('2026-05-10T12:00:00.000Z'),
    before: { from: at('2026-01-22T02:26:22.245Z'), to: at('2026-03-17T07:13:11.122Z') },
    keeps: always,
  },
  {
    sent: {
      startDate: '2026-03-17T07:13:11.123Z',
      endDate: '2026-05-10T12:00:00Z',
      type: 'INQUIRY',
      priority: 'LOW,HIGH',
      outbound: OUTBOUND,
    },
    from: at('2026-03-17T07:13:11.123Z'),
    to: at('2026-05-10T12:00:00.000Z'),
    before: { from: at('2026-01-22T02:26:22.245Z'), to: at('2026-03-17T07:13:11.122Z') },
    keeps: ({ ticket: { facts } }) =>
      facts.type === 'INQUIRY' && facts.priority !== 'MEDIUM' && facts.outbound === OUTBOUND,
  },
  {
    sent: { startDate: '2026-03-01', endDate: '2026-04-30', tag: 'a,b', channel: 'EMAIL,CHAT' },
    from: at('2026-03-01T00:00Z'),
    to: at('2026-04-30T23:59:59.999Z'),
    before: { from: at('2025-12-30T00:00Z'), to: at('2026-02-28T23:59:59.999Z') },
    keeps: ({ ticket: { facts } }) =>
      facts.tags.some((tag) => tag === 'a' || tag === 'b') && facts.channel !== undefined,
  },
  {
    // A whole month between two that are not, of a tag.
    sent: {
      startDate: '2026-03-17T07:13:11.123Z',
      endDate: '2026-05-10T12:00:00Z',
      tag: 'a,c',
      type: 'INQUIRY',
    },
    from: at('2026-03-17T07:13:11.123Z'),
    to: at('2026-05-10T12:00:00.000Z'),
    before: { from: at('2026-01-22T02:26:22.245Z'), to: at('2026-03-17T07:13:11.122Z') },
    keeps: ({ ticket: { facts } }) =>
      facts.type === 'INQUIRY' && facts.tags.some((tag) => tag === 'a' || tag === 'c'),
  },
  {
    // Of tickets that were created within days, from the middle of one to the beginning of another.
    sent: {
      startDate: '2026-03-17T07:13:11.123Z',
      endDate: '2026-05-10T12:00:00Z',
      filter: [
        { field: 'createdAt', operator: 'gt', values: ['2026-03-14T15:00:00Z'] },
        { field: 'createdAt', operator: 'lt', values: ['2026-04-05'] },
      ],
    },
    from: at('2026-03-17T07:13:11.123Z'),
    to: at('2026-05-10T12:00:00.000Z'),
    before: { from: at('2026-01-22T02:26:22.245Z'), to: at('2026-03-17T07:13:11.122Z') },
    keeps: ({ ticket: { facts } }) =>
      at(String(facts.createdAt)) > at('2026-03-14T15:00:00Z') &&
      at(String(facts.createdAt)) < at('2026-04-05T00:00:00Z'),
  },
  {
    sent: {
      startDate: '2026-03-17T07:13:11.123Z',
      endDate: '2026-05-10T12:00:00Z',
      user: `${USERS[0]},${USERS[1]}`,
      team: TEAMS[0],
    },
    from: at('2026-03-17T07:13:11.123Z'),
    to: at('2026-05-10T12:00:00.000Z'),
    before: { from: at('2026-01-22T02:26:22.245Z'), to: at('2026-03-17T07:13:11.122Z') },
    keeps: ({ user, team }) => (user === USERS[0] || user === USERS[1]) && team === TEAMS[0],
  },
];

/** The samples that are asked for. */
export const within = (samples: readonly Sample[], { from, to, keeps }: Ask): Sample[] =>
  samples.filter((sample) => sample.at >= from && sample.at <= to && keeps(sample));

/** The samples of the period before. */
export const withinBefore = (samples: readonly Sample[], ask: Ask): Sample[] =>
  within(samples, { ...ask, ...ask.before });

/** Charts of counts, by what they are called as facts and as bars. */
export const countCharts: [facts: string | undefined, bars: string | undefined, samples: keyof Samples][] = [
  ['NEW_TICKETS_COUNT', 'NEW_TICKETS_COUNT', 'NEW'],
  ['TICKET_CLOSE_COUNT', 'TICKET_CLOSE_COUNT', 'CLOSES'],
  ['TICKET_REPLIES_COUNT', 'REPLIES_COUNT', 'REPLIES'],
  ['MESSAGE_COUNT', 'MESSAGE_COUNT', 'MESSAGES'],
  ['CONVERSATION_STARTED_COUNT', 'CONVERSATION_STARTED_COUNT_BY_DATE', 'CONVERSATIONS'],
  ['SLA_BREACHES_COUNT', 'SLA_BREACHES_COUNT', 'SLA_BREACHED'],
  ['SLA_NO_BREACHES_COUNT', undefined, 'SLA_MET'],
  [undefined, 'SLA_STARTED_COUNT', 'SLA_STARTED'],
  [undefined, 'CUSTOMER_SUPPORT_REQUESTED', 'SUPPORT'],
];

/** Charts of times. */
export const timeCharts: [facts: string, bars: string, samples: keyof Samples][] = [
  ['MEDIAN_FIRST_RESPONSE_TIME', 'MEDIAN_FIRST_RESPONSE_TIME', 'FIRST_RESPONSES'],
  ['TICKET_MEDIAN_REPLY_TIME', 'MEDIAN_REPLY_TIME', 'REPLY_TIMES'],
  ['MEDIAN_TIME_TO_CLOSE', 'MEDIAN_TIME_TO_CLOSE', 'FIRST_CLOSES'],
  ['MEDIAN_FIRST_ASSIGNMENT_TIME', 'MEDIAN_TIME_TO_FIRST_ASSIGNMENT', 'FIRST_ASSIGNMENTS'],
];

/** Milliseconds as answers say them. */
export const seconds = (ms: number | null): number | null =>
  ms === null ? null : Number((ms / 1_000).toFixed(3));

/** As answers round what is no count and no time. */
export const round2 = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(2));

/** Change against the period before, as answers say it. */
export const progress = (value: number | null, former: number | null): number | null =>
  value === null || former === null || former === 0 ? null : round2((100 * (value - former)) / former);

/** How samples become the number of a chart. */
export type Reduce = (samples: readonly Sample[]) => number | null;

export const counted: Reduce = (samples) => samples.length;
/** A median or mean of times, in seconds. */
export const timed =
  (column: 'ms' | 'workMs' = 'ms', isAverage = false): Reduce =>
  (samples) =>
    seconds((isAverage ? naiveMean : naiveMedian)(samples.map((one) => one[column] ?? -1)));
/** A median or mean of ratings, or of reassignments. */
export const valued =
  (isAverage = false): Reduce =>
  (samples) =>
    round2((isAverage ? naiveMean : naiveMedian)(samples.map((one) => one.value ?? -1)));

/** All charts of tickets, by what they are called as facts and as bars. */
export const ticketCharts: readonly [
  facts: string | undefined,
  bars: string | undefined,
  samples: keyof Samples,
  reduce: Reduce,
][] = [
  ...countCharts.map(([facts, bars, name]) => [facts, bars, name, counted] as const),
  ...timeCharts.map(([facts, bars, name]) => [facts, bars, name, timed()] as const),
  ['MEDIAN_CONVERSATION_RATING', 'MEDIAN_CONVERSATION_RATING', 'RATINGS', valued()],
  [undefined, 'MEDIAN_REASSIGNMENT_COUNT', 'FIRST_CLOSES', valued()],
].map((row) => [...row] as never);

/** What a sample belongs to, by grouping; one without a value belongs to null. */
export const keysByGrouping: Readonly<Record<string, (sample: Sample) => (string | null)[]>> = {
  type: ({ ticket }) => [ticket.facts.type],
  channel: ({ ticket }) => [ticket.facts.channel ?? null],
  priority: ({ ticket }) => [ticket.facts.priority],
  team: ({ team }) => [team ?? null],
  user: ({ user }) => [user ?? null],
  tag: ({ ticket }) => (ticket.facts.tags.length > 0 ? ticket.facts.tags : [null]),
};

/** The numbers of a chart's points, by samples that lie from one point's date to the next. */
export const perPoint = (
  points: readonly { date?: unknown }[],
  samples: readonly Sample[],
  reduce: Reduce,
): (number | null)[] => {
  const starts = points.map(({ date }) => at(date as string));
  return starts.map((start, index) =>
    reduce(samples.filter((one) => one.at >= start && one.at < (starts[index + 1] ?? Infinity))),
  );
};
