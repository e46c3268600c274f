import { EmailStatisticsServiceDefinition as emails } from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { RawDataServiceDefinition as raw } from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import { StatisticsServiceDefinition as statistics } from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { operation } from '../rest';

const find = { permission: 'STATISTICS_FIND' } as const;

/** The file name of a list: `team-performance-list.csv`. */
const nameFile = ({ chartType }: { chartType: string }): string =>
  `${chartType.toLowerCase().replaceAll('_', '-')}.csv`;

/** Figures of the work of the team and its contacts. */
export const statisticsOperations = [
  operation('statistics.facts', 'GET /statistics/facts', statistics, 'getFacts', find),
  operation('statistics.bar-chart', 'GET /statistics/bar-chart', statistics, 'getBarChart', find),
  operation('statistics.lists', 'GET /statistics/lists', statistics, 'getList', {
    ...find,
    page: { default: 1_000, max: 1_000 },
  }),
  operation('statistics.lists-export', 'GET /statistics/lists/export', statistics, 'exportList', {
    ...find,
    permission: 'STATISTICS_EXPORT',
    out: { stream: 'csv', filename: nameFile },
  }),
  operation('statistics.heatmap', 'GET /statistics/heatmap', statistics, 'getHeatmap', find),
  operation('statistics.email-overview', 'GET /statistics/email-overview', emails, 'getEmailOverview', find),
  operation(
    'statistics.email-client-usage',
    'GET /statistics/email-client-usage',
    emails,
    'getEmailClientUsage',
    find,
  ),
  operation(
    'statistics.email-client-bounces',
    'GET /statistics/email-client-bounces',
    emails,
    'getEmailClientBounces',
    find,
  ),
  operation('statistics.raw-data', 'GET /statistics/raw-data', raw, 'listRawData', {
    ...find,
    page: { default: 10_000, max: 10_000 },
    out: { stream: 'json', field: 'rows' },
  }),
];
