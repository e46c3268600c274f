import {
  type GetFactsRequest,
  StatisticsServiceDefinition,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { type CallContext, implement, type ServiceImplementation } from '@parley/rpc';
import { shareAnswer } from '../answers/share-answer';
import { getBarChart } from '../charts/get-bar-chart';
import { getFacts } from '../charts/get-facts';
import { getHeatmap } from '../charts/get-heatmap';
import { type Deps } from '../deps';
import { exportList } from '../lists/export-list';
import { getList } from '../lists/get-list';

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
