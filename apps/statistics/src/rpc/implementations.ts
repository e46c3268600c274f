import { implementWith } from '@parley/effects';
import { EmailStatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { RawDataServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import {
  type GetFactsRequest,
  StatisticsServiceDefinition,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, ServiceImplementation } from '@parley/rpc';
import { shareAnswer } from '../answers';
import * as charts from '../charts';
import type { Deps } from '../deps';
import * as lists from '../lists';
import * as mails from '../mails';
import * as presence from '../presence';
import * as raw from '../raw';

/** A figure of another service, with the caller's permissions. */
const COUNTED_ELSEWHERE = 'TICKET_COUNT_BY_QUERY';

const shareFacts = shareAnswer('facts', charts.getFacts);

const statistics = {
  getFacts: (deps: Deps, request: GetFactsRequest, context: CallContext) =>
    (request.chartType === COUNTED_ELSEWHERE ? charts.getFacts : shareFacts)(deps, request, context),
  getBarChart: shareAnswer('bar-chart', charts.getBarChart),
  getHeatmap: shareAnswer('heatmap', charts.getHeatmap),
  getList: shareAnswer('lists', lists.getList),
  exportList: lists.exportList,
};

/** Everything that the service serves. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, StatisticsServiceDefinition, statistics),
  implementWith(deps, EmailStatisticsServiceDefinition, mails),
  implementWith(deps, RawDataServiceDefinition, raw),
  implementWith(deps, PresenceServiceDefinition, presence),
];
