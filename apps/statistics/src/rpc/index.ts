export { emailStatisticsRpc } from './email-statistics.rpc';
export { presenceRpc } from './presence.rpc';
export { rawDataRpc } from './raw-data.rpc';
export { statisticsRpc } from './statistics.rpc';
