import { projectScope } from '@parley/auth';
import { invalidQuery, type Sql } from '@parley/persistence';
import {
  type GetHeatmapRequest,
  type GetHeatmapResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { type Figure, figures } from '../facts/figures';
import { readQuestion } from '../question/read-question';
import { type Stretch, stretchesOf } from '../question/zone';
import { heatmaps } from './catalogue';
import { countsIn } from './count';
import { demandBuilt } from './ready';
import { binder, type Scope } from './scope';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = 24;
/** 1 January 1970 was a Thursday: hours from a Monday's midnight to the first one of 1970. */
const FIRST_HOUR = 3 * HOURS;

/** Counts by hour of the week, from Monday's midnight, by the clocks of a zone. */
const countByHour = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  stretches: readonly Stretch[],
): Promise<number[]> => {
  const params: unknown[] = [];
  const counts = countsIn(scope, figure, params);
  const bind = binder(params);
  const starts = bind(stretches.map(({ from }) => from));
  const offsets = bind(stretches.map(({ offset }) => offset));
  const local = `extract(epoch FROM at)::float8 + (${offsets}::integer[])[width_bucket(at, ${starts}::timestamptz[])]`;
  const rows = await sql.query<{ hour: number; count: number }>(
    `SELECT ((floor((${local}) / 3600)::bigint + ${FIRST_HOUR}) % ${WEEKDAYS.length * HOURS})::integer AS hour,
            sum(count)::bigint AS count FROM ${counts} AS c GROUP BY 1`,
    params,
  );
  const hours = Array.from({ length: WEEKDAYS.length * HOURS }, () => 0);
  for (const { hour, count } of rows) hours[hour] = count;
  return hours;
};

/** How busy each hour of each weekday is. 400 `invalid_query`, 503 `unavailable` before the first build. */
export const getHeatmap = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: GetHeatmapRequest,
  context: CallContext,
): Promise<Partially<GetHeatmapResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { from, to, zone, filters } = readQuestion(request, clock());
  const heatmap = heatmaps[request.chartType];
  if (!heatmap) throw invalidQuery('chartType', `There is no heatmap ${request.chartType}.`);
  const ready = await demandBuilt(db, projectId);
  const scope = { ...ready, projectId, filters, from, to };
  const counts = await countByHour(db, scope, figures[heatmap.figure], stretchesOf(zone));
  const rows = WEEKDAYS.map((weekday, day) => ({
    weekday,
    hours: counts.slice(day * HOURS, (day + 1) * HOURS),
  }));
  return {
    title: heatmap.title,
    rows,
    series: rows.map(({ weekday, hours }) => ({
      name: weekday,
      data: hours.map((y, x) => ({ x: String(x), y })),
    })),
  };
};
