import { type Metrics } from '@parley/telemetry';
import { type Deps } from '../deps';

const WAITING = `
SELECT count(*) AS waiting, COALESCE(extract(epoch FROM $1 - min(requested_at)), 0)::float8 AS age
  FROM build WHERE requested_at IS NOT NULL`;

/** Reports at each scrape which builds were asked for, and how many tickets were told too early. */
export const reportBuilds = (metrics: Metrics, { db, clock }: Pick<Deps, 'db' | 'clock'>): void => {
  const look = async (): Promise<{ waiting: number; age: number }> => {
    const [row] = await db.query<{ waiting: number; age: number }>(WAITING, [clock()]);
    return row ?? { waiting: 0, age: 0 };
  };
  metrics.gauge({
    name: 'statistics_builds_waiting',
    help: 'Projects whose statistics are to be built, or are being built.',
    read: async () => (await look()).waiting,
  });
  metrics.gauge({
    name: 'statistics_build_age_seconds',
    help: 'How long ago the oldest build that is not done was asked for.',
    read: async () => (await look()).age,
  });
  metrics.gauge({
    name: 'statistics_stale_tickets',
    help: 'Tickets whose facts are to be told anew.',
    read: async () => {
      const [row] = await db.query<{ count: number }>('SELECT count(*) AS count FROM stale_ticket');
      return row?.count ?? 0;
    },
  });
};
