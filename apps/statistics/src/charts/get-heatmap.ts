import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type {
  GetHeatmapRequest,
  GetHeatmapResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { figures } from '../facts';
import { readQuestion, listStretches } from '../question';
import { heatmaps } from './catalogue';
import { countByHour } from './count.store';
import { demandBuilt } from './ready';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = 24;

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
  const counts = await countByHour(db, scope, figures[heatmap.figure], listStretches(zone));
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
