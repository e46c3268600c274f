import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import {
  type Ask,
  asks as chosenAsks,
  at,
  countCharts,
  perPoint,
  type Samples,
  seconds,
  timeCharts,
  valued,
  within,
} from './support/asks';
import { type Month, NOW, randomMonth, ROBOT, USERS } from './support/month';
import { naiveMean, naiveMedian, naiveSamples, type Sample } from './support/naive';
import { createDice } from './support/random';
import { randomAsks } from './support/random-asks';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';

const SEEDS = [1, 2, 3];
const TICKETS = 60;
const RANDOM_ASKS = 4;

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

/** Everything that can be asked, as one document: for whoever compares two ways to the same figures. */
const everything = async (projectId: string, asks: readonly Ask[]): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const { sent } of asks) {
    for (const [facts, bars] of [...countCharts, ...timeCharts]) {
      if (facts !== undefined) answers.push(await service.facts(projectId, facts, sent));
      if (bars !== undefined)
        answers.push(
          await service.charts.getBarChart(
            { chartType: bars, groupedBy: 'team', ...sent } as never,
            makeContext(projectId),
          ),
        );
    }
    for (const chartType of ['TICKET_WORKED_ON_COUNT', 'MEDIAN_CONVERSATION_RATING', 'SLA_COMPLIANCE'])
      answers.push(await service.facts(projectId, chartType, sent));
    for (const chartType of ['TEAM_PERFORMANCE_LIST', 'TICKETS_WITH_RATING_LIST', 'SLA_REPORTS_LIST'])
      answers.push(await service.charts.getList({ chartType, ...sent } as never, makeContext(projectId)));
  }
  const { startDate, endDate } = asks[0]?.sent ?? {};
  answers.push(await service.rows(projectId, { startDate, endDate }));
  return answers;
};

describe.each(SEEDS)('a random month (seed %d)', (seed) => {
  const projectId = newId();
  const dice = createDice(seed);
  let month: Month;
  let samples: Samples;
  let asks: readonly Ask[];

  beforeAll(async () => {
    month = randomMonth(dice, projectId, TICKETS);
    await takeIn(service, dice, projectId, month);
    samples = naiveSamples(month);
    const times = Object.values(samples).flatMap((list) => list.map((one) => one.at));
    asks = [...chosenAsks, ...randomAsks(dice, times, RANDOM_ASKS)];
  });

  it('has counts that agree with a naive count, for facts and for each bar of every interval', async () => {
    for (const ask of asks)
      for (const [facts, bars, name] of countCharts) {
        const expected = within(samples[name], ask);
        if (facts !== undefined)
          expect({ facts, ask, value: (await service.facts(projectId, facts, ask.sent)).value }).toEqual({
            facts,
            ask,
            value: expected.length,
          });
        if (bars === undefined) continue;
        for (const groupInterval of ['day', 'month', 'year']) {
          const chart = await service.charts.getBarChart(
            { chartType: bars, groupInterval, ...ask.sent } as never,
            makeContext(projectId),
          );
          const points = chart.series[0]?.data ?? [];
          const starts = points.map(({ date }) => at(date as unknown as string));
          const values = starts.map(
            (start, index) =>
              expected.filter((one) => one.at >= start && one.at < (starts[index + 1] ?? Infinity)).length,
          );
          expect({ bars, groupInterval, values: points.map(({ value }) => value) }).toEqual({
            bars,
            groupInterval,
            values,
          });
        }
      }
  });

  it.each([
    ['MEDIAN', false],
    ['AVERAGE', false],
    ['MEDIAN', true],
    ['AVERAGE', true],
  ])('has times that agree with a naive %s, working hours: %s', async (aggsType, useWorkingHours) => {
    const of = aggsType === 'MEDIAN' ? naiveMedian : naiveMean;
    const column = useWorkingHours ? 'workMs' : 'ms';
    for (const ask of asks)
      for (const [facts, bars, name] of timeCharts) {
        const sent = { ...ask.sent, aggsType, useWorkingHours };
        const expected = within(samples[name], ask).map((one) => ({ at: one.at, ms: one[column] ?? -1 }));
        const answer = await service.facts(projectId, facts, sent);
        expect({ facts, ask, rawValue: answer.rawValue, count: answer.count }).toEqual({
          facts,
          ask,
          rawValue: seconds(of(expected.map(({ ms }) => ms))),
          count: expected.length,
        });
        const chart = await service.charts.getBarChart(
          { chartType: bars, ...sent } as never,
          makeContext(projectId),
        );
        const points = chart.series[0]?.data ?? [];
        const starts = points.map(({ date }) => at(date as unknown as string));
        const values = starts.map((start, index) =>
          seconds(
            of(
              expected
                .filter((one) => one.at >= start && one.at < (starts[index + 1] ?? Infinity))
                .map(({ ms }) => ms),
            ),
          ),
        );
        expect({ bars, values: points.map(({ value }) => value) }).toEqual({ bars, values });
      }
  });

  it('has ratings, reassignments, rates and worked on that agree with a naive count', async () => {
    for (const ask of asks) {
      const value = async (chartType: string, sent = {}) =>
        (await service.facts(projectId, chartType, { ...ask.sent, ...sent })).value;
      const round = (one: number | null) => (one === null ? null : Number(one.toFixed(2)));
      const ratings = within(samples.RATINGS, ask).map((one) => one.value ?? -1);
      expect(await value('MEDIAN_CONVERSATION_RATING')).toBe(round(naiveMedian(ratings)));
      expect(await value('MEDIAN_CONVERSATION_RATING', { aggsType: 'AVERAGE' })).toBe(
        round(naiveMean(ratings)),
      );
      const [fresh, silent] = [within(samples.NEW, ask).length, within(samples.SILENT, ask).length];
      expect(await value('TICKETS_WITHOUT_COMMENTS_RATE')).toBe(
        fresh === 0 ? null : round((100 * silent) / fresh),
      );
      const [met, missed] = [within(samples.SLA_MET, ask).length, within(samples.SLA_BREACHED, ask).length];
      const share = (part: number) => (met + missed === 0 ? null : round((100 * part) / (met + missed)));
      expect(await value('SLA_COMPLIANCE')).toBe(share(met));
      expect(await value('SLA_NOT_COMPLIANCE')).toBe(share(missed));
      expect(await value('TICKET_WORKED_ON_COUNT')).toBe(
        new Set(within(samples.WORKS, ask).map(({ ticket }) => ticket)).size,
      );
      const chart = await service.charts.getBarChart(
        { chartType: 'MEDIAN_REASSIGNMENT_COUNT', groupInterval: 'year', ...ask.sent } as never,
        makeContext(projectId),
      );
      const points = chart.series[0]?.data ?? [];
      expect(points.map((point) => point.value)).toEqual(
        perPoint(points, within(samples.FIRST_CLOSES, ask), valued()),
      );
    }
  });

  it('has series of a grouping that add up to the series without, and tags that count in each', async () => {
    const [ask] = asks;
    const counts = (list: readonly (string | undefined)[]) =>
      Object.fromEntries(
        [...new Set(list)].map((key) => [String(key ?? null), list.filter((one) => one === key).length]),
      );
    const fresh = within(samples.NEW, ask as Ask);
    const keysByGrouping: Record<string, (sample: Sample) => (string | undefined)[]> = {
      type: ({ ticket }) => [ticket.facts.type],
      channel: ({ ticket }) => [ticket.facts.channel],
      priority: ({ ticket }) => [ticket.facts.priority],
      team: ({ team }) => [team],
      user: ({ user }) => [user],
      tag: ({ ticket }) => (ticket.facts.tags.length > 0 ? ticket.facts.tags : [undefined]),
    };
    for (const [groupedBy, readKeys] of Object.entries(keysByGrouping)) {
      const chart = await service.charts.getBarChart(
        { chartType: 'NEW_TICKETS_COUNT', groupedBy, groupInterval: 'year', ...ask?.sent } as never,
        makeContext(projectId),
      );
      const found = Object.fromEntries(chart.series.map(({ key, data }) => [String(key), data[0]?.value]));
      expect({ groupedBy, found }).toEqual({ groupedBy, found: counts(fresh.flatMap(readKeys)) });
    }
  });

  it('has a heatmap that agrees with local clocks, and adds up to the figure', async () => {
    for (const ask of asks) {
      const zone = String(ask.sent['timezone'] ?? 'UTC');
      const format = new Intl.DateTimeFormat('en', {
        timeZone: zone,
        weekday: 'long',
        hour: 'numeric',
        hourCycle: 'h23',
      });
      const expected = new Map<string, number>();
      for (const one of within(samples.MESSAGES, ask)) {
        const parts = Object.fromEntries(
          format.formatToParts(one.at).map(({ type, value }) => [type, value]),
        );
        const key = `${parts['weekday']} ${Number(parts['hour'])}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const { rows } = await service.charts.getHeatmap(
        { chartType: 'BUSIEST_COMMENTS_PER_WEEKDAY', ...ask.sent } as never,
        makeContext(projectId),
      );
      const found = new Map(
        rows.flatMap(({ weekday, hours }) =>
          hours.flatMap((count, hour): [string, number][] =>
            count > 0 ? [[`${weekday} ${hour}`, count]] : [],
          ),
        ),
      );
      expect(found).toEqual(new Map([...expected].filter(([, count]) => count > 0)));
    }
  });

  it('has rows of raw data behind every count', async () => {
    const [ask] = asks;
    const { startDate, endDate } = (ask as Ask).sent;
    const rows = await service.rows(projectId, { startDate, endDate });
    const count = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length;
    const expected = (name: keyof Samples) => within(samples[name], ask as Ask).length;
    const of = (type: string) => count(({ actionType }) => actionType === type);
    const countFirst = (type: string) => count(({ actionType, first }) => actionType === type && first);
    expect({
      created: of('CREATE_TICKET'),
      replies: of('TICKET_REPLY'),
      messages: of('COMMENT_CREATED'),
      closes: count(({ data }) => data?.['timeToCloseInSec'] !== undefined),
      responses: countFirst('TICKET_REPLY'),
      assignments: countFirst('ASSIGN_TICKET'),
      ratings: of('TICKET_RATED'),
      support: of('CUSTOMER_SUPPORT_REQUESTED'),
    }).toEqual({
      created: expected('NEW'),
      replies: expected('REPLIES'),
      messages: expected('MESSAGES'),
      closes: expected('CLOSES'),
      responses: expected('FIRST_RESPONSES'),
      assignments: expected('FIRST_ASSIGNMENTS'),
      ratings: expected('RATINGS'),
      support: expected('SUPPORT'),
    });
    expect(new Set(rows.map(({ rowId }) => rowId)).size).toBe(rows.length);
    const order = rows.map(({ createdAt, rowId }) => `${String(createdAt)} ${rowId}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  it('has a team list that agrees with a naive count', async () => {
    const [ask] = asks;
    const { data, rows } = await service.charts.getList(
      { chartType: 'TEAM_PERFORMANCE_LIST', ...ask?.sent } as never,
      makeContext(projectId),
    );
    const list = data as unknown as Record<string, { value: number; rawValue?: number }>[];
    const ids = (rows as unknown as { id?: string }[][]).map(([cell]) => cell?.id);
    const of = (name: keyof Samples, user: string) =>
      within(samples[name], ask as Ask).filter((one) => one.user === user);
    for (const user of USERS) {
      const row = list[ids.indexOf(user)];
      const works = of('WORKS', user);
      expect({
        replies: row?.['commentCount']?.value,
        closed: row?.['rawClosed']?.value,
        reply: row?.['medianReplyTime']?.rawValue,
        first: row?.['medianTimeToFirstReplyInSec']?.rawValue,
        last: row?.['timeToLastCloseInSec']?.rawValue,
        worked: row?.['ticketActivityCount']?.value,
        active: row?.['hoursActive']?.rawValue,
      }).toEqual({
        replies: of('REPLIES', user).length,
        closed: of('CLOSES', user).length,
        reply: seconds(naiveMedian(of('REPLY_TIMES', user).map(({ ms }) => ms ?? -1))),
        first: seconds(naiveMedian(of('FIRST_RESPONSES', user).map(({ ms }) => ms ?? -1))),
        last: seconds(naiveMedian(of('LAST_CLOSES', user).map(({ ms }) => ms ?? -1))),
        worked: new Set(works.map(({ ticket }) => ticket)).size,
        active: new Set(works.map((one) => Math.floor(one.at / 300_000))).size * 300,
      });
    }
    expect(ROBOT).not.toBe('');
  });

  it('answers the same after a rebuild', async () => {
    const before = await everything(projectId, asks);
    service.neighbours.histories.set(
      projectId,
      month.tickets.filter(({ id }) => !month.deleted.has(id)).map((ticket) => ticket.whole()),
    );
    const built = async (): Promise<number> => {
      const [row] = await service.db.query<{ count: number }>(
        'SELECT count(*) AS count FROM build WHERE requested_at IS NOT NULL',
      );
      return row?.count ?? -1;
    };
    await service.module.commands['statistics:rebuild']?.(() => undefined, []);
    await eventually(async () => expect(await built()).toBe(0));
    expect(await everything(projectId, asks)).toEqual(before);
  });
});
