import { openDatabase } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Step } from './workload';

const eventsAndDocumentsSql = `SELECT (SELECT count(*) FROM outbox_event WHERE published_at IS NULL)
                 + (SELECT count(*) FROM search_queue) AS waiting`;

/** Each service's remaining work for the written data. */
const waitingSql = {
  contacts: 'SELECT count(*) AS waiting FROM outbox_event WHERE published_at IS NULL',
  pipelines: 'SELECT count(*) AS waiting FROM outbox_event WHERE published_at IS NULL',
  engagement: 'SELECT count(*) AS waiting FROM outbox_event WHERE published_at IS NULL',
  statistics: 'SELECT count(*) AS waiting FROM stale_ticket',
  tickets: eventsAndDocumentsSql,
  helpcenter: eventsAndDocumentsSql,
  knowledge: `SELECT (SELECT count(*) FROM search_queue) + (SELECT count(*) FROM index_mark) AS waiting`,
};

/** Milliseconds after which a step begins beside the rest of the work. */
const PATIENCE = 60_000;

/** Waits until a service has sent its events and indexed its documents. */
const settle = async ({ target, say }: Bench, service: keyof typeof waitingSql): Promise<void> => {
  const db = openDatabase({
    url: target.databaseUrl(service),
    applicationName: 'bench settle',
    maxConnections: 1,
  });
  try {
    for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
      const [row] = await db.query<{ waiting: number }>(waitingSql[service]);
      const waiting = row?.waiting ?? 0;
      if (waiting === 0) return;
      if (Date.now() > end) return say(`  ${service}: ${waiting} events and documents are still to be done`);
    }
  } finally {
    await db.close();
  }
};

/** The steps, each after a service's workers have finished the work of those before. */
export const settled = (bench: Bench, service: keyof typeof waitingSql, steps: readonly Step[]): Step[] =>
  steps.map(({ name, run }) => ({
    name,
    run: async (record) => {
      await settle(bench, service);
      await run(record);
    },
  }));
