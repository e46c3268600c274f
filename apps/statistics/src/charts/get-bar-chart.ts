import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type { ChartSeries } from '@parley/proto/generated/parley/statistics/v1/charts';
import type {
  GetBarChartRequest,
  GetBarChartResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { figures } from '../facts';
import { namesOfKeys } from '../names';
import { MAX_POINTS, type Points, listPoints, type Grouping, readQuestion } from '../question';
import { barCharts, type Chart, chooseColumn, chooseTitle } from './catalogue';
import { countByPoint } from './count.store';
import { countGroups, measureGroups } from './group.store';
import { type Measure, measureByPoint, type Measured } from './measure.store';
import { round2, toSeconds } from './numbers';
import { demandBuilt } from './ready';
import { isEmpty, type Scope } from './scope';

/** One series before it is named: its key and its points. */
interface Series {
  key: string | null;
  points: readonly Measured[];
}

const counts = (values: readonly number[]): Measured[] => values.map((value) => ({ value, count: 0 }));

const readSeries = async (
  { db }: Pick<Deps, 'db'>,
  { chart, measure }: { chart: Chart; measure: Measure },
  scope: Scope,
  points: Points,
  groupedBy: Grouping | undefined,
): Promise<Series[]> => {
  const { figure } = measure;
  if (!groupedBy)
    return [
      {
        key: null,
        points:
          chart.by === 'count'
            ? counts(await countByPoint(db, scope, figure, points))
            : await measureByPoint(db, scope, measure, points),
      },
    ];
  if (isEmpty(figure, scope.filters)) return [];
  if (chart.by !== 'count') return measureGroups(db, scope, measure, points, groupedBy);
  const groups = await countGroups(db, scope, figure, points, groupedBy);
  return groups.map(({ key, values }) => ({ key, points: counts(values) }));
};

const shownBy: Record<Chart['by'], (value: number | null) => number | null> = {
  count: (value) => value,
  time: (value) => (value === null ? null : toSeconds(value)),
  value: (value) => (value === null ? null : round2(value)),
};

/** A figure over time. 400 `invalid_query`, 503 `unavailable` before the first build. */
export const getBarChart = async (
  deps: Pick<Deps, 'db' | 'clock' | 'directory'>,
  request: GetBarChartRequest,
  context: CallContext,
): Promise<Partially<GetBarChartResponse>> => {
  const { projectId } = projectScope(context.scope);
  const question = readQuestion(request, deps.clock());
  const { interval, zone, filters, from, to, isAverage, usesWorkingHours } = question;
  const { chartType } = request;
  const chart = barCharts[chartType];
  if (!chart) throw invalidQuery('chartType', `There is no chart ${chartType}.`);
  const points = listPoints(question, interval, zone);
  if (!points)
    throw invalidQuery(
      'groupInterval',
      `Give a longer interval or a shorter period: a chart has at most ${MAX_POINTS} points.`,
    );
  const ready = await demandBuilt(deps.db, projectId);
  const groupedBy = chartType === 'TICKET_CREATION_GROUPED_BY_DATE_AND_TAGS' ? 'tag' : question.groupedBy;
  const measure = { figure: figures[chart.figure], column: chooseColumn(chart, usesWorkingHours), isAverage };
  const scope = { ...ready, projectId, filters, from, to };
  const title = chooseTitle(chart, isAverage);
  const found = await readSeries(deps, { chart, measure }, scope, points, groupedBy);
  const names = groupedBy
    ? await namesOfKeys(
        deps,
        projectId,
        groupedBy,
        found.map(({ key }) => key),
        context,
      )
    : new Map([[null, title]]);
  const show = shownBy[chart.by];
  const series: Partially<ChartSeries>[] = found.map((one) => ({
    key: one.key,
    name: names.get(one.key) ?? one.key ?? 'None',
    data: one.points.map(({ value, count }, index) => ({
      date: points.points[index]?.at.toISOString() ?? '',
      label: points.points[index]?.label ?? '',
      value: show(value),
      ...(chart.by !== 'count' && { count }),
    })),
  }));
  return {
    title,
    interval,
    unit: chart.by === 'time' ? 's' : '',
    series,
    dataSets: series.map(({ name, data = [] }) => ({
      label: name ?? '',
      data: data.map(({ label, value }) => ({ label: label ?? '', value })),
    })),
  };
};
