import {
  type GetFactsRequest,
  StatisticsServiceDefinition,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { type CallContext, implement, type ServiceImplementation } from '@parley/rpc';
import { shareAnswer } from '../answers';
import { getBarChart, getFacts, getHeatmap } from '../charts';
import type { Deps } from '../deps';
import { exportList, getList } from '../lists';

/** A figure of another service, with the caller's permissions. */
const COUNTED_ELSEWHERE = 'TICKET_COUNT_BY_QUERY';

export const statisticsRpc = (deps: Deps): ServiceImplementation => {
  const readFacts = (request: GetFactsRequest, context: CallContext) => getFacts(deps, request, context);
  const shareFacts = shareAnswer(deps, 'facts', readFacts);
  return implement(StatisticsServiceDefinition, {
    getFacts: (request, context) =>
      (request.chartType === COUNTED_ELSEWHERE ? readFacts : shareFacts)(request, context),
    getBarChart: shareAnswer(deps, 'bar-chart', (request, context) => getBarChart(deps, request, context)),
    getList: shareAnswer(deps, 'lists', (request, context) => getList(deps, request, context)),
    exportList: (request, context) => exportList(deps, request, context),
    getHeatmap: shareAnswer(deps, 'heatmap', (request, context) => getHeatmap(deps, request, context)),
  });
};
