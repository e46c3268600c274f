import type { Metrics } from '@parley/telemetry';

/** What only this service does after it has answered. */
export interface OwnBackground {
  scheduledReplies: { lateness(): Promise<number> };
}

/** Reports at each scrape how far the background is behind, beside what every service reports. */
export const reportLags = (metrics: Metrics, { scheduledReplies }: OwnBackground): void => {
  metrics.gauge({
    name: 'scheduled_reply_lateness_seconds',
    help: 'How long the most overdue scheduled reply has been waiting to fire.',
    read: () => scheduledReplies.lateness(),
  });
};
