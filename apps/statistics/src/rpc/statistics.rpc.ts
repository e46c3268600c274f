import { StatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getBarChart } from '../charts/get-bar-chart';
import { getFacts } from '../charts/get-facts';
import { getHeatmap } from '../charts/get-heatmap';
import { type Deps } from '../deps';
import { exportList } from '../lists/export-list';
import { getList } from '../lists/get-list';

export const statisticsRpc = (deps: Deps): ServiceImplementation =>
  implement(StatisticsServiceDefinition, {
    getFacts: (request, context) => getFacts(deps, request, context),
    getBarChart: (request, context) => getBarChart(deps, request, context),
    getList: (request, context) => getList(deps, request, context),
    exportList: (request, context) => exportList(deps, request, context),
    getHeatmap: (request, context) => getHeatmap(deps, request, context),
  });
