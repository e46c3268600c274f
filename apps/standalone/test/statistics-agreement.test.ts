import { eventually } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { type Mailbox, openMailbox } from './support/mailbox';
import { newAddress, openAccount } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

/**
 * Times cannot be set through the API but by the importer: a random month is imported, and every figure of it that an import can
 * make is compared with a count of the imported bodies, which knows nothing of how statistics works.
 */
const TICKETS = 60;
const MINUTE = 60_000;
const START = Date.parse('2026-03-10T00:00:00.000Z');
const MONTH = 'startDate=2026-03-01&endDate=2026-04-30';

let seed = 20_260_310;
const next = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 4_294_967_296;
};
const below = (limit: number): number => Math.floor(next() * limit);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;

interface Happening {
  at: number;
  kind: 'message' | 'status' | 'assign' | 'rating';
  from?: 'contact' | 'user' | 'bot';
  isNote?: boolean;
  status?: string;
  processingUser?: string | null;
  rating?: number;
}

interface Past {
  createdAt: number;
  type: string;
  tags: string[];
  events: Happening[];
}

const makePast = (index: number, userId: string): Past => {
  let at = START + index * 11 * 60 * MINUTE;
  const createdAt = at;
  let status = 'OPEN';
  let isAssigned = false;
  const events = Array.from({ length: below(14) }, (): Happening => {
    // No two things happen at once, so that their order is no question.
    at += 1 + below(600 * MINUTE);
    const choice = below(10);
    if (choice < 3) return { at, kind: 'message', from: 'contact' };
    if (choice < 6) return { at, kind: 'message', from: 'user', ...(below(5) === 0 && { isNote: true }) };
    if (choice === 6) return { at, kind: 'message', from: 'bot' };
    if (choice === 7) {
      status = one(['OPEN', 'INPROGRESS', 'DONE'].filter((other) => other !== status));
      return { at, kind: 'status', status };
    }
    if (choice === 8) {
      isAssigned = !isAssigned;
      return { at, kind: 'assign', processingUser: isAssigned ? userId : null };
    }
    return { at, kind: 'rating', rating: below(11) };
  });
  return { createdAt, type: one(['INQUIRY', 'BUG']), tags: ['a', 'b'].filter(() => below(2) === 0), events };
};

interface Sample {
  at: number;
  /** Of times milliseconds. */
  value: number;
}

/** What a ticket adds to each figure, read from its body. */
const toSamples = ({ createdAt, events }: Past): Record<string, Sample[]> => {
  const of = (test: (event: Happening) => boolean) => events.filter(test);
  const sample = ({ at }: { at: number }, value = 1): Sample => ({ at, value });
  const replies = of(({ from, isNote }) => from === 'user' && !isNote);
  const messages = of(({ kind, isNote }) => kind === 'message' && !isNote);
  const statuses = of(({ kind }) => kind === 'status');
  const closes = statuses.filter(
    ({ status }, index) => status === 'DONE' && (statuses[index - 1]?.status ?? 'OPEN') !== 'DONE',
  );
  const waits = replies.flatMap((reply) => {
    const ends = [...replies, ...closes].map(({ at }) => at).filter((at) => at < reply.at);
    const after = Math.max(0, ...ends);
    const asked = of(({ from, at }) => from === 'contact' && at > after && at < reply.at).map(({ at }) => at);
    // A ticket with a contact waits from its creation.
    const since = ends.length === 0 ? createdAt : Math.min(...asked);
    return Number.isFinite(since) ? [sample(reply, reply.at - since)] : [];
  });
  const assignments = of(({ processingUser }) => typeof processingUser === 'string');
  return {
    NEW_TICKETS_COUNT: [{ at: createdAt, value: 1 }],
    TICKET_REPLIES_COUNT: replies.map((reply) => sample(reply)),
    MESSAGE_COUNT: messages.map((message) => sample(message)),
    TICKET_CLOSE_COUNT: closes.map((close) => sample(close)),
    TICKET_MEDIAN_REPLY_TIME: waits,
    MEDIAN_FIRST_RESPONSE_TIME: waits.slice(0, 1),
    MEDIAN_TIME_TO_CLOSE: closes.slice(0, 1).map((close) => sample(close, close.at - createdAt)),
    MEDIAN_FIRST_ASSIGNMENT_TIME: assignments.slice(0, 1).map((first) => sample(first, first.at - createdAt)),
    MEDIAN_CONVERSATION_RATING: of(({ kind }) => kind === 'rating')
      .slice(-1)
      .map((event) => sample(event, event.rating)),
  };
};

const median = (samples: readonly Sample[]): number | null => {
  const ordered = samples.map(({ value }) => value).sort((a, b) => a - b);
  const middle = [ordered[Math.floor((ordered.length - 1) / 2)], ordered[Math.floor(ordered.length / 2)]];
  return ordered.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2;
};

const charts = {
  NEW_TICKETS_COUNT: 'NEW_TICKETS_COUNT',
  TICKET_REPLIES_COUNT: 'REPLIES_COUNT',
  MESSAGE_COUNT: 'MESSAGE_COUNT',
  TICKET_CLOSE_COUNT: 'TICKET_CLOSE_COUNT',
  TICKET_MEDIAN_REPLY_TIME: 'MEDIAN_REPLY_TIME',
  MEDIAN_FIRST_RESPONSE_TIME: 'MEDIAN_FIRST_RESPONSE_TIME',
  MEDIAN_TIME_TO_CLOSE: 'MEDIAN_TIME_TO_CLOSE',
  MEDIAN_FIRST_ASSIGNMENT_TIME: 'MEDIAN_TIME_TO_FIRST_ASSIGNMENT',
  MEDIAN_CONVERSATION_RATING: 'MEDIAN_CONVERSATION_RATING',
};

const server = newDatabaseUrl('statistics_agreement');
let mailbox: Mailbox;
let platform: RunningPlatform;
let api: Api;
let past: Past[];

beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({
    PARLEY_DEMO: '0',
    DATABASE_URL: server,
    SMTP_URL: mailbox.url,
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  const anonymous = createApi(() => `${platform.origin}/v3`);
  const founder = await openAccount(anonymous, mailbox, newAddress('founder'), 'Ada Founder');
  const project = ok(await founder.api.call('POST', '/projects', { name: 'Web shop' })).id;
  api = founder.api.as({ project });
  past = Array.from({ length: TICKETS }, (_, index) => makePast(index, founder.id));
  const tickets = past.map(({ createdAt, events, ...ticket }, index) => ({
    ...ticket,
    externalId: `old-${index}`,
    createdAt: new Date(createdAt).toISOString(),
    email: `contact-${index % 7}@customer.example`,
    events: events.map(({ at, ...event }) => ({
      at: new Date(at).toISOString(),
      ...event,
      ...(event.kind === 'message' && { comment: 'Text' }),
    })),
  }));
  ok(await api.call('POST', '/tickets/importer', { tickets }));
  await eventually(async () => {
    const { value } = ok(await api.call('GET', `/statistics/facts?chartType=NEW_TICKETS_COUNT&${MONTH}`));
    expect(value).toBe(TICKETS);
  });
});
afterAll(async () => {
  await platform.stop();
  await mailbox.close();
  await dropDatabases(server);
  removeHome(platform.home);
});

const filters: [query: string, keeps: (ticket: Past) => boolean][] = [
  ['', () => true],
  ['&type=BUG', ({ type }) => type === 'BUG'],
  ['&tag=a', ({ tags }) => tags.includes('a')],
];

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

it.each(Object.entries(charts))(
  'has %s and the bars of %s as the imported tickets tell',
  async (facts, bars) => {
    const isCount = facts.endsWith('COUNT');
    const isRating = facts.endsWith('RATING');
    const shown = (value: number | null): number | null =>
      isRating ? rounded(value, 2) : rounded(value === null ? null : value / 1_000, 3);
    const reduce = (samples: readonly Sample[]): number | null =>
      isCount ? samples.length : shown(median(samples));
    for (const [query, keeps] of filters) {
      const samples = past.filter(keeps).flatMap((ticket) => toSamples(ticket)[facts] ?? []);
      const fact = ok(await api.call('GET', `/statistics/facts?chartType=${facts}&${MONTH}${query}`));
      expect({ query, value: isCount || isRating ? fact.value : fact.rawValue }).toEqual({
        query,
        value: reduce(samples),
      });
      const asked = `chartType=${bars}&${MONTH}&timezone=America/New_York${query}`;
      const [series] = ok(await api.call('GET', `/statistics/bar-chart?${asked}`)).series;
      const points = series.data as { date: string; value: number | null }[];
      const starts = points.map(({ date }) => Date.parse(date));
      expect({ query, values: points.map(({ value }) => value) }).toEqual({
        query,
        values: starts.map((start, index) =>
          reduce(samples.filter(({ at }) => at >= start && at < (starts[index + 1] ?? Infinity))),
        ),
      });
    }
  },
);

it('has heatmaps, shares and raw data as the imported tickets tell', async () => {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Kathmandu',
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  for (const [chartType, name] of [
    ['BUSIEST_HOURS_PER_WEEKDAY', 'NEW_TICKETS_COUNT'],
    ['BUSIEST_COMMENTS_PER_WEEKDAY', 'MESSAGE_COUNT'],
  ] as const) {
    const hours = past
      .flatMap((ticket) => toSamples(ticket)[name] ?? [])
      .map(({ at }) => {
        const parts = clock.formatToParts(at);
        const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
        return `${part('weekday')} ${Number(part('hour'))}`;
      });
    const asked = `chartType=${chartType}&${MONTH}&timezone=Asia/Kathmandu`;
    const { rows } = ok(await api.call('GET', `/statistics/heatmap?${asked}`));
    const found = (rows as { weekday: string; hours: number[] }[]).flatMap(({ weekday, hours: counts }) =>
      counts.flatMap((count, hour) => Array.from({ length: count }, () => `${weekday} ${hour}`)),
    );
    expect(found.sort()).toEqual(hours.sort());
  }
  const silent = past.filter((ticket) => toSamples(ticket)['MESSAGE_COUNT']?.length === 0).length;
  const rate = ok(
    await api.call('GET', `/statistics/facts?chartType=TICKETS_WITHOUT_COMMENTS_RATE&${MONTH}`),
  );
  expect(rate).toMatchObject({ value: rounded((100 * silent) / TICKETS, 2), count: TICKETS });
  const rows = ok(await api.call('GET', `/statistics/raw-data?${MONTH}`)) as { actionType: string }[];
  for (const [actionType, name] of [
    ['CREATE_TICKET', 'NEW_TICKETS_COUNT'],
    ['TICKET_REPLY', 'TICKET_REPLIES_COUNT'],
    ['COMMENT_CREATED', 'MESSAGE_COUNT'],
  ] as const)
    expect(rows.filter((row) => row.actionType === actionType)).toHaveLength(
      past.flatMap((ticket) => toSamples(ticket)[name] ?? []).length,
    );
});
