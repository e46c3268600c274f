import type { Metrics } from '@parley/telemetry';

/** Counts reports of servers: that mails of ours came back, and others. */
export type ReportCount = (kind: 'bounce' | 'report') => void;

export const createReportCount = (metrics: Metrics): ReportCount => {
  const reports = metrics.counter({
    name: 'mail_reports_total',
    help: 'Delivery reports that were received, by whether a mail of ours came back.',
    labels: ['kind'],
  });
  return (kind) => reports.inc({ kind });
};
