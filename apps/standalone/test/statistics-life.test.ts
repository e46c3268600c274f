import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { createRandom } from './support/conversation';
import { type Customer, type CustomerPlatform, startWithCustomer } from './support/customer';

/**
 * A month of a team's life: tickets whose past is imported, and all of them going on by requests of the team and of contacts. Times
 * of what is done now are the platform's own, so they are read from its answers and from the histories of tickets; figures are
 * counted from these, and nothing of statistics is asked for them.
 */
const IMPORTED = 8;
const OPENED = 6;
const ACTIONS = 110;
const MINUTE = 60_000;
const DAY = 86_400_000;
const ZONE = 'timezone=Asia/Kolkata';

const random = createRandom(20_261_123);
const below = (limit: number): number => Math.floor(random() * limit);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;

interface Said {
  id?: string;
  at: number;
  by: 'contact' | 'user';
  user?: string;
  isNote: boolean;
}

interface Lived {
  id: string;
  /** Contacts write to tickets that they opened. */
  byContact: boolean;
  said: Said[];
  isDeleted: boolean;
}

interface Sample {
  at: number;
  value: number;
  user?: string;
}

let world: CustomerPlatform;
let customer: Customer;
let adminId: string;
const tickets: Lived[] = [];

const readTime = (body: Answer['body']): number => Date.parse(body.createdAt);

const speakers = (): { api: Api; id: string }[] => [
  { api: customer.team, id: adminId },
  { api: customer.agent, id: customer.agentId },
];

/** Tickets that contacts opened in the last 30 days, some answered, some closed. */
const importPast = async (): Promise<void> => {
  const begin = Date.now() - 30 * DAY;
  const past = Array.from({ length: IMPORTED }, (_, index) => {
    const createdAt = begin + index * 3 * DAY + below(DAY);
    const said: Said[] = [{ at: createdAt, by: 'contact', isNote: false }];
    if (below(3) > 0)
      said.push({ at: createdAt + (1 + below(900)) * MINUTE, by: 'user', user: adminId, isNote: false });
    if (below(2) === 0)
      said.push({ at: createdAt + (1_000 + below(900)) * MINUTE, by: 'contact', isNote: false });
    return { createdAt, said, closesAt: below(3) === 0 ? createdAt + 2 * DAY : undefined };
  });
  const iso = (at: number): string => new Date(at).toISOString();
  const { tickets: made } = ok(
    await customer.team.call('POST', '/tickets/importer', {
      tickets: past.map(({ createdAt, said, closesAt }, index) => ({
        externalId: `past-${index}`,
        createdAt: iso(createdAt),
        type: one(['INQUIRY', 'BUG']),
        tags: one([[], ['a'], ['a', 'b']]),
        email: `past-${index % 3}@customer.example`,
        events: [
          ...said.map(({ at, by }) => ({ at: iso(at), kind: 'message', from: by, comment: 'Text' })),
          ...(closesAt === undefined ? [] : [{ at: iso(closesAt), kind: 'status', status: 'DONE' }]),
        ],
      })),
    }),
  );
  past.forEach(({ said }, index) =>
    tickets.push({ id: made[index].id, byContact: false, said, isDeleted: false }),
  );
};

const say = async (ticket: Lived, speaker: { api: Api; id: string }, isNote: boolean): Promise<void> => {
  const said = ok(
    await speaker.api.call('POST', '/messages', { ticket: ticket.id, comment: 'Text', isNote }),
  );
  ticket.said.push({ id: said.id, at: readTime(said), by: 'user', user: speaker.id, isNote });
};

const ask = async (ticket: Lived): Promise<void> => {
  const said = await customer.send(ticket.id, 'Question');
  ticket.said.push({ id: said.id, at: readTime(said), by: 'contact', isNote: false });
};

const take = async (ticket: Lived): Promise<void> => {
  const index = ticket.said.findLastIndex(({ id, by }) => id !== undefined && by === 'user');
  const id = ticket.said[index]?.id;
  if (id === undefined) return;
  expect((await customer.team.call('DELETE', `/messages/${id}`)).status).toBeLessThan(300);
  ticket.said.splice(index, 1);
};

const change = async (ticket: Lived, fields: object): Promise<void> =>
  void ok(await one(speakers()).api.call('PUT', `/tickets/${ticket.id}`, fields));

const act = async (): Promise<void> => {
  const living = tickets.filter(({ isDeleted }) => !isDeleted);
  const ticket = one(living);
  const choice = below(20);
  if (choice < 5) return say(ticket, one(speakers()), false);
  if (choice < 6) return say(ticket, one(speakers()), true);
  if (choice < 10) return ask(one(living.filter(({ byContact }) => byContact)));
  if (choice < 13) return change(ticket, { status: one(['OPEN', 'INPROGRESS', 'DONE', 'DONE']) });
  if (choice < 15) return change(ticket, { processingUser: one([adminId, customer.agentId, null]) });
  if (choice < 16) return change(ticket, { type: one(['INQUIRY', 'BUG']) });
  if (choice < 17) return change(ticket, { tags: one([[], ['a'], ['b'], ['a', 'b']]) });
  if (choice < 18) return change(ticket, { priority: one(['LOW', 'HIGH']) });
  if (choice < 19) return take(ticket);
  if (below(3) > 0 || living.length < 8 || ticket.byContact) return undefined;
  expect((await customer.team.call('DELETE', `/tickets/${ticket.id}`)).status).toBe(204);
  ticket.isDeleted = true;
};

beforeAll(async () => {
  world = await startWithCustomer();
  ({ customer } = world);
  adminId = ok(await customer.team.call('GET', '/users/me')).id;
  await importPast();
  for (let index = 0; index < OPENED; index += 1) {
    const { id } = await customer.open(customer.newConsumer());
    tickets.push({ id, byContact: true, said: [], isDeleted: false });
  }
  for (let count = 0; count < ACTIONS; count += 1) await act();
});
afterAll(() => world.stop());

interface Doc {
  id: string;
  createdAt: string;
  type: string;
  status: string;
  priority: string;
  tags: string[];
}

interface Entry {
  at: string;
  field: string;
  from?: unknown;
  to?: unknown;
  actor?: { type: string; id?: string };
}

/** What the platform says of a ticket beside statistics, and what was said in it. */
interface Known {
  doc: Doc;
  history: (Entry & { time: number })[];
  said: Said[];
}

const readAll = async (): Promise<Known[]> =>
  Promise.all(
    tickets
      .filter(({ isDeleted }) => !isDeleted)
      .map(async ({ id, said }) => {
        const doc = ok(await customer.team.call('GET', `/tickets/${id}`)) as Doc;
        const entries = ok(await customer.team.call('GET', `/tickets/${id}/history`)) as Entry[];
        const history = entries
          .map((entry) => ({ ...entry, time: Date.parse(entry.at) }))
          .sort((a, b) => a.time - b.time);
        return { doc, history, said: [...said].sort((a, b) => a.at - b.at) };
      }),
  );

const readId = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : (value as { id?: string } | null | undefined)?.id;

/** What a ticket adds to each figure. */
const toSamples = ({ doc, history, said }: Known): Record<string, Sample[]> => {
  const createdAt = Date.parse(doc.createdAt);
  const closes = history.filter(
    ({ field, to, from }) => field === 'status' && to === 'DONE' && from !== 'DONE',
  );
  const assigned = history.filter(({ field, to }) => field === 'processingUser' && readId(to) !== undefined);
  const replies = said.filter(({ by, isNote }) => by === 'user' && !isNote);
  const waits: Sample[] = [];
  let since: number | undefined = createdAt;
  const happened = [
    ...said.filter(({ isNote }) => !isNote).map(({ at, by, user }) => ({ at, what: by, user })),
    ...closes.map(({ time }) => ({ at: time, what: 'close', user: undefined })),
  ].sort((a, b) => a.at - b.at);
  for (const { at, what, user } of happened) {
    if (what === 'contact') since ??= at;
    else {
      if (what === 'user' && since !== undefined)
        waits.push({ at, value: at - since, ...(user !== undefined && { user }) });
      since = undefined;
    }
  }
  const since0 = (time: number, user?: string): Sample => ({
    at: time,
    value: time - createdAt,
    ...(user !== undefined && { user }),
  });
  const counted = ({ at, user }: { at: number; user?: string }): Sample => ({
    at,
    value: 1,
    ...(user !== undefined && { user }),
  });
  const readUserId = ({ actor }: Entry): string | undefined =>
    actor?.type === 'user' ? actor.id : undefined;
  return {
    NEW_TICKETS_COUNT: [counted({ at: createdAt })],
    TICKET_REPLIES_COUNT: replies.map(counted),
    MESSAGE_COUNT: said.filter(({ isNote }) => !isNote).map(counted),
    TICKET_CLOSE_COUNT: closes.map((entry) => {
      const user = readUserId(entry);
      return counted({ at: entry.time, ...(user !== undefined && { user }) });
    }),
    TICKET_MEDIAN_REPLY_TIME: waits,
    MEDIAN_FIRST_RESPONSE_TIME: waits.slice(0, 1),
    MEDIAN_TIME_TO_CLOSE: closes.slice(0, 1).map((entry) => since0(entry.time, readUserId(entry))),
    MEDIAN_FIRST_ASSIGNMENT_TIME: assigned.slice(0, 1).map(({ time, to }) => since0(time, readId(to))),
  };
};

const charts: Readonly<Record<string, string>> = {
  NEW_TICKETS_COUNT: 'NEW_TICKETS_COUNT',
  TICKET_REPLIES_COUNT: 'REPLIES_COUNT',
  MESSAGE_COUNT: 'MESSAGE_COUNT',
  TICKET_CLOSE_COUNT: 'TICKET_CLOSE_COUNT',
  TICKET_MEDIAN_REPLY_TIME: 'MEDIAN_REPLY_TIME',
  MEDIAN_FIRST_RESPONSE_TIME: 'MEDIAN_FIRST_RESPONSE_TIME',
  MEDIAN_TIME_TO_CLOSE: 'MEDIAN_TIME_TO_CLOSE',
  MEDIAN_FIRST_ASSIGNMENT_TIME: 'MEDIAN_TIME_TO_FIRST_ASSIGNMENT',
};

/** Milliseconds in the middle, as seconds. */
const median = (samples: readonly Sample[]): number | null => {
  const ordered = samples.map(({ value }) => value).sort((a, b) => a - b);
  const [low = 0, high = 0] = [
    ordered[Math.floor((ordered.length - 1) / 2)],
    ordered[Math.floor(ordered.length / 2)],
  ];
  return ordered.length === 0 ? null : Number(((low + high) / 2_000).toFixed(3));
};

const createReducer =
  (chart: string) =>
  (samples: readonly Sample[]): number | null =>
    chart.endsWith('COUNT') ? samples.length : median(samples);

const stats = async (path: string): Promise<Answer['body']> =>
  ok(await customer.team.call('GET', `/statistics/${path}`));

const filters = (): [query: string, keeps: (doc: Doc) => boolean, user?: string][] => [
  ['', () => true],
  ['&type=BUG', ({ type }) => type === 'BUG'],
  ['&tag=a', ({ tags }) => tags.includes('a')],
  ['&priority=HIGH,LOW', ({ priority }) => priority !== 'MEDIUM'],
  [`&user=${customer.agentId}`, () => true, customer.agentId],
];

it('has figures, filtered ones and bars that agree with what was done', async () => {
  const known = await readAll();
  const since = new Date(Date.now() - 40 * DAY).toISOString().slice(0, 10);
  const period = `startDate=${since}&${ZONE}`;
  const of = (chart: string, keeps: (doc: Doc) => boolean, user?: string): Sample[] =>
    known
      .filter(({ doc }) => keeps(doc))
      .flatMap((one) => toSamples(one)[chart] ?? [])
      .filter((sample) => user === undefined || sample.user === user);
  // Chance has made enough of everything to be worth comparing.
  for (const chart of Object.keys(charts)) expect(of(chart, () => true).length).toBeGreaterThan(5);
  const asked = Object.keys(charts).flatMap((chart) =>
    filters()
      // New tickets belong to whoever has them now, which is compared by the list of open tickets.
      .filter(([, , user]) => user === undefined || chart !== 'NEW_TICKETS_COUNT')
      .map(([query, keeps, user]) => ({ chart, query, samples: of(chart, keeps, user) })),
  );
  const expected = asked.map(({ chart, query, samples }) => ({
    chart,
    query,
    value: createReducer(chart)(samples),
  }));
  await eventually(async () => {
    const found: unknown[] = [];
    for (const { chart, query } of asked) {
      const fact = await stats(`facts?chartType=${chart}&${period}${query}`);
      found.push({ chart, query, value: chart.endsWith('COUNT') ? fact.value : fact.rawValue });
    }
    expect(found).toEqual(expected);
  });
  for (const { chart, query, samples } of asked) {
    const [series] = (await stats(`bar-chart?chartType=${charts[chart]}&${period}${query}`)).series;
    const points = series.data as { date: string; value: number | null }[];
    const starts = points.map(({ date }) => Date.parse(date));
    expect({ chart, query, values: points.map(({ value }) => value) }).toEqual({
      chart,
      query,
      values: starts.map((start, index) =>
        createReducer(chart)(samples.filter(({ at }) => at >= start && at < (starts[index + 1] ?? Infinity))),
      ),
    });
  }
});

it('has tickets of now and a team list that agree with what was done', async () => {
  const known = await readAll();
  const open = (keeps: (doc: Doc) => boolean = () => true): number =>
    known.filter(({ doc }) => doc.status === 'OPEN' && keeps(doc)).length;
  await eventually(async () => {
    expect((await stats('facts?chartType=SNAPSHOT_OPEN_TICKETS')).value).toBe(open());
    expect((await stats('facts?chartType=SNAPSHOT_OPEN_TICKETS&type=BUG')).value).toBe(
      open(({ type }) => type === 'BUG'),
    );
    expect((await stats('facts?chartType=SNAPSHOT_OPEN_TICKETS&tag=b')).value).toBe(
      open(({ tags }) => tags.includes('b')),
    );
  });
  const since = new Date(Date.now() - 40 * DAY).toISOString().slice(0, 10);
  const { rows, headers } = await stats(`lists?chartType=TEAM_PERFORMANCE_LIST&startDate=${since}&${ZONE}`);
  const column = (key: string): number =>
    (headers as { key: string }[]).findIndex((header) => header.key === key);
  const of = (chart: string, user: string): number =>
    known.flatMap((one) => toSamples(one)[chart] ?? []).filter((sample) => sample.user === user).length;
  for (const id of [adminId, customer.agentId]) {
    const row = (rows as { id?: string; value: unknown; rawValue?: number }[][]).find(
      ([name]) => name?.id === id,
    );
    expect(row?.[column('commentCount')]?.value).toBe(of('TICKET_REPLIES_COUNT', id));
    expect(row?.[column('rawClosed')]?.value).toBe(of('TICKET_CLOSE_COUNT', id));
    expect(row?.[column('medianReplyTime')]?.rawValue).toBe(
      median(
        known
          .flatMap((one) => toSamples(one)['TICKET_MEDIAN_REPLY_TIME'] ?? [])
          .filter((sample) => sample.user === id),
      ),
    );
  }
});
