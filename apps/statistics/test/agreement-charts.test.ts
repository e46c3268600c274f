import { newId } from '@parley/persistence';
import { lists } from '../src/lists/catalogue';
import { barCharts, factCharts, heatmaps, rateCharts } from '../src/charts/catalogue';
import {
  type Ask,
  asks as chosenAsks,
  counted,
  keysByGrouping,
  perPoint,
  progress,
  type Reduce,
  type Samples,
  ticketCharts,
  timed,
  valued,
  within,
  withinBefore,
} from './support/asks';
import { NOW, randomMonth, USERS } from './support/month';
import { naiveSamples, type Sample } from './support/naive';
import { createDice } from './support/random';
import { randomAsks } from './support/random-asks';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';

const SEED = 4;
const TICKETS = 70;
const RANDOM_ASKS = 8;
const projectId = newId();

let service: TestStatistics;
let samples: Samples;
let asks: readonly Ask[];
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
  const dice = createDice(SEED);
  const month = randomMonth(dice, projectId, TICKETS);
  await takeIn(service, dice, projectId, month);
  samples = naiveSamples(month);
  const times = Object.values(samples).flatMap((list) => list.map((one) => one.at));
  asks = [...chosenAsks, ...randomAsks(dice, times, RANDOM_ASKS)];
});
afterAll(() => service.stop());

const ofVisitors = [
  'HELP_CENTER_ARTICLE_VIEW_COUNT',
  'AI_QUESTIONS_ASKED_COUNT',
  'WIDGET_OPENED_COUNT',
  'WIDGET_OPENED_COUNT_BY_DATE',
];

const readChart = (asked: object) =>
  service.charts.getBarChart(asked as never, makeContext(projectId)) as unknown as Promise<{
    series: { key: string | null; data: { date: string; value: number | null; count?: number }[] }[];
  }>;

/** Series as they should be: the 20 keys with the most items, most first, then by key, none last. */
const expectSeries = (list: readonly Sample[], by: string): { key: string | null; items: Sample[] }[] => {
  const groups = new Map<string | null, Sample[]>();
  for (const sample of list)
    for (const key of keysByGrouping[by]?.(sample) ?? [])
      groups.set(key, [...(groups.get(key) ?? []), sample]);
  return [...groups]
    .map(([key, items]) => ({ key, items }))
    .sort((a, b) => b.items.length - a.items.length || ((a.key ?? '\uffff') < (b.key ?? '\uffff') ? -1 : 1));
};

it('compares every chart that there is', () => {
  const compared = [...ticketCharts.flatMap(([, bars]) => bars ?? []), ...ofVisitors];
  expect([...new Set([...compared, 'TICKET_CREATION_GROUPED_BY_DATE_AND_TAGS'])].sort()).toEqual(
    [...new Set([...Object.keys(barCharts), 'WIDGET_OPENED_COUNT'])].sort(),
  );
  const facts = [...ticketCharts.flatMap(([name]) => name ?? []), ...ofVisitors];
  expect(Object.keys(factCharts).filter((name) => !facts.includes(name))).toEqual([]);
  expect(Object.keys(rateCharts)).toEqual([
    'TICKETS_WITHOUT_COMMENTS_RATE',
    'SLA_COMPLIANCE',
    'SLA_NOT_COMPLIANCE',
  ]);
});

it.each(ticketCharts.filter(([facts]) => facts !== undefined))(
  'has %s and its change against the period before',
  async (chartType, _bars, name, reduce) => {
    for (const ask of asks) {
      const answer = await service.facts(projectId, chartType ?? '', ask.sent);
      const isTime = 'unit' in answer && answer.unit !== '';
      const [now, before] = [reduce(within(samples[name], ask)), reduce(withinBefore(samples[name], ask))];
      // Ratings are compared before they are rounded: both medians here have halves at most.
      expect({
        ask,
        value: isTime ? answer.rawValue : answer.value,
        before: isTime ? answer.previousRawValue : answer.previousValue,
        progress: answer.progressValue,
      }).toEqual({ ask, value: now, before, progress: progress(now, before) });
    }
  },
);

it.each(ticketCharts.filter(([, bars]) => bars !== undefined))(
  'has %s / %s in every hour, day, month and year',
  async (_facts, chartType, name, reduce) => {
    for (const ask of asks)
      for (const groupInterval of ['hour', 'day', 'month', 'year']) {
        const isLong = ask.to - ask.from > 60 * 86_400_000;
        if (groupInterval === 'hour' && isLong) continue;
        const { series } = await readChart({ chartType, groupInterval, ...ask.sent });
        const points = series[0]?.data ?? [];
        const expected = perPoint(points, within(samples[name], ask), reduce);
        expect({ groupInterval, ask, values: points.map(({ value }) => value) }).toEqual({
          groupInterval,
          ask,
          values: expected,
        });
        if (reduce !== counted)
          expect(points.map(({ count }) => count)).toEqual(
            perPoint(points, within(samples[name], ask), counted),
          );
      }
  },
);

const groupings = Object.keys(keysByGrouping);

it.each(ticketCharts.filter(([, bars]) => bars !== undefined))(
  'has %s / %s by everything that it can be grouped by',
  async (_facts, chartType, name, reduce) => {
    for (const ask of [asks[0], asks[1], asks[3], asks[5]])
      for (const groupedBy of groupings) {
        const { series } = await readChart({ chartType, groupedBy, groupInterval: 'month', ...ask?.sent });
        const expected = ask ? expectSeries(within(samples[name], ask), groupedBy) : [];
        expect({ groupedBy, ask, keys: series.map(({ key }) => key) }).toEqual({
          groupedBy,
          ask,
          keys: expected.map(({ key }) => key),
        });
        for (const [index, { items }] of expected.entries()) {
          const points = series[index]?.data ?? [];
          expect({ groupedBy, values: points.map(({ value }) => value) }).toEqual({
            groupedBy,
            values: perPoint(points, items, reduce),
          });
        }
      }
  },
);

it.each<[string, object, Reduce]>([
  ['MEDIAN_REPLY_TIME', { aggsType: 'AVERAGE' }, timed('ms', true)],
  ['MEDIAN_REPLY_TIME', { useWorkingHours: true }, timed('workMs')],
  ['MEDIAN_REPLY_TIME', { useWorkingHours: true, aggsType: 'AVERAGE' }, timed('workMs', true)],
])('has series of %s with %j', async (chartType, more, reduce) => {
  for (const ask of asks)
    for (const groupedBy of groupings) {
      const { series } = await readChart({ chartType, groupedBy, ...more, ...ask.sent });
      const expected = expectSeries(within(samples.REPLY_TIMES, ask), groupedBy);
      expect(series.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      for (const [index, { items }] of expected.entries()) {
        const points = series[index]?.data ?? [];
        expect(points.map(({ value }) => value)).toEqual(perPoint(points, items, reduce));
      }
    }
});

it('has averages of reassignments and ratings', async () => {
  for (const ask of asks)
    for (const [chartType, name] of [
      ['MEDIAN_REASSIGNMENT_COUNT', 'FIRST_CLOSES'],
      ['MEDIAN_CONVERSATION_RATING', 'RATINGS'],
    ] as const) {
      const { series } = await readChart({ chartType, aggsType: 'AVERAGE', ...ask.sent });
      const points = series[0]?.data ?? [];
      expect(points.map(({ value }) => value)).toEqual(
        perPoint(points, within(samples[name], ask), valued(true)),
      );
    }
});

it('has new tickets by tag, also when another grouping is asked for', async () => {
  const [ask] = asks;
  const chart = { chartType: 'TICKET_CREATION_GROUPED_BY_DATE_AND_TAGS', ...ask?.sent };
  const { series } = await readChart({ ...chart, groupedBy: 'type' });
  const expected = ask ? expectSeries(within(samples.NEW, ask), 'tag') : [];
  expect(series.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
  for (const [index, { items }] of expected.entries()) {
    const points = series[index]?.data ?? [];
    expect(points.map(({ value }) => value)).toEqual(perPoint(points, items, counted));
  }
});

it.each(Object.keys(heatmaps))('has %s by local clocks', async (chartType) => {
  const name = chartType === 'BUSIEST_HOURS_PER_WEEKDAY' ? 'NEW' : 'MESSAGES';
  for (const ask of asks) {
    const clock = new Intl.DateTimeFormat('en', {
      timeZone: String(ask.sent['timezone'] ?? 'UTC'),
      weekday: 'long',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const hours = within(samples[name], ask).map((one) => {
      const parts = clock.formatToParts(one.at);
      const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
      return `${part('weekday')} ${Number(part('hour'))}`;
    });
    const { rows, series } = await service.charts.getHeatmap(
      { chartType, ...ask.sent } as never,
      makeContext(projectId),
    );
    expect(series.map(({ name, data }) => ({ weekday: name, hours: data.map(({ y }) => y) }))).toEqual(rows);
    expect(series[0]?.data.map(({ x }) => x)).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour)));
    expect(rows.map(({ weekday, hours: counts }) => ({ weekday, counts }))).toEqual(
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((weekday) => ({
        weekday,
        counts: Array.from(
          { length: 24 },
          (_, hour) => hours.filter((found) => found === `${weekday} ${hour}`).length,
        ),
      })),
    );
  }
});

/** Periods that nobody means, and everybody may send. */
const EXTREMES: readonly object[] = [
  { startDate: '0001-01-01', endDate: '9999-12-31' },
  { startDate: '0000-01-01', endDate: '0000-01-01' },
  { startDate: '9999-12-01', endDate: '9999-12-31' },
  { startDate: '2026-01-01', endDate: '9999-12-31', timezone: 'Pacific/Kiritimati' },
  { startDate: '0000-01-01T00:00:00+14:00' },
];

it.each(EXTREMES)('answers %j, whatever is asked', async (period) => {
  for (const filter of [{}, { type: 'BUG', user: USERS[0] }]) {
    const sent = { ...period, ...filter } as never;
    const asked = async (chartType: string, answer: (request: never) => Promise<unknown>): Promise<void> => {
      const outcome = await answer({ chartType, ...(sent as object) } as never).then(
        () => 'answered',
        (error: unknown) => (error as { reason?: string }).reason ?? String(error),
      );
      expect({ chartType, filter, outcome: outcome === 'INVALID_QUERY' ? 'answered' : outcome }).toEqual({
        chartType,
        filter,
        outcome: 'answered',
      });
    };
    const more = ['TICKET_WORKED_ON_COUNT', 'SNAPSHOT_OPEN_TICKETS', 'SNAPSHOT_AGENTS_ONLINE_COUNT'];
    for (const chartType of [...Object.keys(factCharts), ...Object.keys(rateCharts), ...more])
      await asked(chartType, (request) => service.charts.getFacts(request, makeContext(projectId)));
    for (const chartType of Object.keys(barCharts))
      await asked(chartType, (request) =>
        service.charts.getBarChart(
          { ...(request as object), groupInterval: 'year' } as never,
          makeContext(projectId),
        ),
      );
    for (const chartType of Object.keys(lists))
      await asked(chartType, (request) => service.charts.getList(request, makeContext(projectId)));
    for (const chartType of Object.keys(heatmaps))
      await asked(chartType, (request) => service.charts.getHeatmap(request, makeContext(projectId)));
    await asked('overview', (request) => service.emails.getEmailOverview(request, makeContext(projectId)));
    await asked('clients', (request) => service.emails.getEmailClientUsage(request, makeContext(projectId)));
    await asked('bounces', (request) =>
      service.emails.getEmailClientBounces(request, makeContext(projectId)),
    );
    await asked('rows', () => service.rows(projectId, period));
  }
});
