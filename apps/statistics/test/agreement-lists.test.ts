import { newId } from '@parley/persistence';
import { lists } from '../src/lists/catalogue';
import {
  type Ask,
  asks as chosenAsks,
  progress,
  round2,
  type Samples,
  seconds,
  within,
  withinBefore,
} from './support/asks';
import { NOW, randomMonth, USERS } from './support/month';
import { naiveMean, naiveMedian, naiveSamples, type Sample } from './support/naive';
import { createDice } from './support/random';
import { randomAsks } from './support/random-asks';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';

const SEED = 5;
const TICKETS = 70;
const RANDOM_ASKS = 25;
const IDLE = '0000000000000000000000a9';
const projectId = newId();

/** Two who work, and one who does nothing; the third who works is no member. */
const NAMES: Readonly<Record<string, string>> = {
  [USERS[0] as string]: 'Ada Agent',
  [USERS[1] as string]: 'Berta Agent',
  [IDLE]: 'Carl Agent',
};
const findName = (id: string): string => NAMES[id] ?? id;
const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

let service: TestStatistics;
let samples: Samples;
let asks: readonly Ask[];
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
  await service.publish(
    ...Object.entries(NAMES).map(([id, name]) => ({
      subject: 'workspace.v1.member.joined',
      projectId,
      aggregateId: id,
      payload: {
        projectId,
        userId: id,
        person: {
          user: {
            id,
            email: `${id}@example.com`,
            firstName: name.split(' ')[0],
            lastName: 'Agent',
            userType: 'default',
          },
          available: true,
          unavailableProjects: [],
        },
      },
    })),
  );
  const dice = createDice(SEED);
  const month = randomMonth(dice, projectId, TICKETS);
  await takeIn(service, dice, projectId, month);
  samples = naiveSamples(month);
  const times = Object.values(samples).flatMap((list) => list.map((one) => one.at));
  asks = [...chosenAsks, ...randomAsks(dice, times, RANDOM_ASKS)];
});
afterAll(() => service.stop());

type Cells = { value: unknown; rawValue?: unknown; progressValue?: unknown; id?: string }[];

const read = async (chartType: string, sent: object): Promise<Cells[]> => {
  const answer = await service.charts.getList({ chartType, ...sent } as never, makeContext(projectId));
  const rows = (answer.rows ?? []) as unknown as Cells[];
  expect(answer.totalCount).toBe(rows.length);
  return rows;
};

const values = (rows: readonly Cells[]): unknown[][] => rows.map((row) => row.map(({ value }) => value));

const listUsers = (list: readonly Sample[]): string[] => list.flatMap(({ user }) => user ?? []);

type Read = (samples: readonly Sample[]) => number | null;
const distinct: Read = (list) => new Set(list.map(({ ticket }) => ticket)).size;
const all: Read = (list) => list.length;
const readMedian =
  (column: 'ms' | 'workMs'): Read =>
  (list) =>
    naiveMedian(list.map((one) => one[column] ?? -1));
const activeMs: Read = (list) => new Set(list.map((one) => Math.floor(one.at / 300_000))).size * 300_000;
const rating: Read = (list) => naiveMean(list.map((one) => one.value ?? -1));

type Column = [name: keyof Samples, read: Read, isCount: boolean];
const listColumns = (column: 'ms' | 'workMs'): Column[] => [
  ['ASSIGNMENTS', distinct, true],
  ['REPLIES', all, true],
  ['CLOSES', all, true],
  ['REPLY_TIMES', readMedian(column), false],
  ['FIRST_RESPONSES', readMedian(column), false],
  ['ASSIGNED_REPLIES', readMedian(column), false],
  ['LAST_CLOSES', readMedian(column), false],
  ['WORKS', distinct, true],
  ['WORKS', activeMs, true],
  ['RATINGS', rating, false],
];
/** Which of these are times; the rest is counts, and a rating. */
const TIMES = [3, 4, 5, 6, 8];

it('compares every list of tickets and people; those of visitors are compared elsewhere', () => {
  expect(Object.keys(lists)).toEqual([
    'TEAM_PERFORMANCE_LIST',
    'AVERAGE_RATING_PER_USER_RESULT_LIST',
    'TICKETS_WITH_RATING_LIST',
    'SLA_REPORTS_LIST',
    'SNAPSHOT_TICKETS',
    'OPEN_TICKETS_PER_AGENT',
    'LIVE_AGENTS_TEAM',
    'ARTICLE_VIEW_STATISTICS_LIST',
    'ARTICLE_SEARCH_RESULT_LIST',
    'ARTICLE_SEARCH_WITH_NO_RESULT_LIST',
  ]);
});

it.each([false, true])(
  'has the whole team list and its average, working hours: %s',
  async (useWorkingHours) => {
    const columns = listColumns(useWorkingHours ? 'workMs' : 'ms');
    for (const ask of asks) {
      const ofPeople = ({ user }: Sample): boolean => user !== undefined && /a\d$/.test(user);
      const now = columns.map(([name]) => within(samples[name], ask).filter(ofPeople));
      const before = columns.map(([name]) => withinBefore(samples[name], ask).filter(ofPeople));
      const filtered = ask.sent['user'] === undefined ? undefined : String(ask.sent['user']).split(',');
      const people = [...new Set([...now.flatMap(listUsers), ...Object.keys(NAMES)])].filter(
        (id) => filtered?.includes(id) ?? true,
      );
      const replies = (id: string): number => listUsers(now[1] ?? []).filter((user) => user === id).length;
      people.sort((a, b) => replies(b) - replies(a) || byCodePoint(findName(a), findName(b)));
      const cell = (place: number, value: number | null, former: number | null) => ({
        shown: TIMES.includes(place) ? seconds(value) : round2(value),
        change: progress(value, former),
      });
      const row = (id: string) =>
        columns.map(([, readColumn], place) => {
          const own = (list: readonly Sample[] | undefined) => (list ?? []).filter(({ user }) => user === id);
          return cell(place, readColumn(own(now[place])), readColumn(own(before[place])));
        });
      const mean = (place: number, [, readColumn, isCount]: Column, lists: Sample[][]): number | null =>
        isCount
          ? naiveMean(
              people.map((id) => readColumn((lists[place] ?? []).filter(({ user }) => user === id)) ?? 0),
            )
          : readColumn(lists[place] ?? []);
      const average = columns.map((column, place) =>
        cell(place, mean(place, column, now), mean(place, column, before)),
      );
      const found = await read('TEAM_PERFORMANCE_LIST', { ...ask.sent, useWorkingHours });
      expect({
        ask,
        rows: found.map(([name, ...cells]) => [
          name?.value,
          ...cells.map(({ value, rawValue, progressValue }, place) => ({
            shown: TIMES.includes(place) ? rawValue : value,
            change: progressValue,
          })),
        ]),
      }).toEqual({
        ask,
        rows: [...people.map((id) => [findName(id), ...row(id)]), ['Team average', ...average]],
      });
    }
  },
);

it('has ratings of people, and rated tickets', async () => {
  for (const ask of asks) {
    const rated = within(samples.RATINGS, ask);
    const people = [...new Set(rated.map(({ user }) => user))].map((id) => {
      const own = rated.filter(({ user }) => user === id);
      return {
        name: id === undefined ? 'Unassigned' : findName(id),
        average: rating(own) ?? 0,
        count: own.length,
      };
    });
    people.sort((a, b) => b.average - a.average || b.count - a.count || byCodePoint(a.name, b.name));
    expect(values(await read('AVERAGE_RATING_PER_USER_RESULT_LIST', ask.sent))).toEqual(
      people.map(({ name, average, count }) => [name, round2(average), count]),
    );
    const newest = [...rated].sort((a, b) => b.at - a.at);
    expect(values(await read('TICKETS_WITH_RATING_LIST', ask.sent))).toEqual(
      newest.map(({ ticket: { facts }, value, user, at }) => [
        facts.title,
        facts.bugId,
        value,
        user === undefined ? 'Unassigned' : findName(user),
        null,
        new Date(at).toISOString(),
      ]),
    );
  }
});

it('has service levels, overdue until the answer', async () => {
  const time = (at: unknown): number => Date.parse(at as string);
  for (const ask of asks) {
    const ended = [...within(samples.SLA_MET, ask), ...within(samples.SLA_BREACHED, ask)];
    const rows = ended
      .sort((a, b) => b.at - a.at)
      .map(({ ticket, at, user }) => {
        const clock = ticket.clocks.find(
          ({ outcome, dueAt, answeredAt }) =>
            (outcome === 'breached' && time(dueAt) === at) || (outcome === 'met' && time(answeredAt) === at),
        );
        const { outcome, startedAt, dueAt, answeredAt } = clock ?? {};
        return [
          ticket.facts.title,
          ticket.facts.bugId,
          user === undefined ? 'Unassigned' : findName(user),
          startedAt,
          dueAt,
          answeredAt ?? null,
          outcome,
          outcome === 'met'
            ? null
            : ((answeredAt === undefined ? NOW : time(answeredAt)) - time(dueAt)) / 1_000,
        ];
      });
    const found = await read('SLA_REPORTS_LIST', ask.sent);
    expect(
      found.map((row) => row.map(({ value, rawValue }, place) => (place === 7 ? rawValue : value))),
    ).toEqual(rows);
  }
});

it('has tickets as they are now, by type and by person, whatever the period', async () => {
  for (const ask of asks) {
    const listed = samples.LISTED.filter((sample) => ask.keeps(sample));
    const count = (list: readonly Sample[], ...statuses: string[]): number =>
      list.filter(({ ticket: { facts } }) => statuses.includes(facts.status)).length;
    const others = ['INPROGRESS', 'SNOOZED'];
    const types = [...new Set(listed.map(({ ticket }) => ticket.facts.type))].sort();
    expect(values(await read('SNAPSHOT_TICKETS', ask.sent))).toEqual(
      types.map((type) => {
        const own = listed.filter(({ ticket }) => ticket.facts.type === type);
        return [type, count(own, 'OPEN'), count(own, ...others), count(own, 'DONE'), 0];
      }),
    );
    const filtered = ask.sent['user'] === undefined ? undefined : String(ask.sent['user']).split(',');
    const makeRow = (id: string | undefined) => {
      const own = listed.filter(({ user }) => user === id);
      return [
        id === undefined ? 'Unassigned' : findName(id),
        count(own, 'OPEN'),
        count(own, ...others),
      ] as const;
    };
    const people = Object.keys(NAMES)
      .filter((id) => filtered?.includes(id) ?? true)
      .map(makeRow)
      .sort((a, b) => b[1] - a[1] || byCodePoint(a[0], b[0]));
    expect(values(await read('OPEN_TICKETS_PER_AGENT', ask.sent))).toEqual([...people, makeRow(undefined)]);
    expect((await service.facts(projectId, 'SNAPSHOT_OPEN_TICKETS', ask.sent)).value).toBe(
      count(listed, 'OPEN'),
    );
  }
});

it('has people who are online with their open tickets', async () => {
  const [ada, , carl] = Object.keys(NAMES);
  const seen = [ada, carl].map((userId) => ({ projectId, userId, at: new Date(NOW).toISOString() }));
  await service.presence.reportPresence({ seen } as never, makeContext(projectId));
  const open = samples.LISTED.filter(
    ({ ticket: { facts }, user }) => facts.status === 'OPEN' && user === ada,
  );
  expect(values(await read('LIVE_AGENTS_TEAM', {}))).toEqual([
    ['Ada Agent', new Date(NOW).toISOString(), open.length],
    ['Carl Agent', new Date(NOW).toISOString(), 0],
  ]);
});
