import type { Database, Sql } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import { untilNext } from '@parley/timing';
import { createWorker, type Worker } from '@parley/jobs';

/** Milliseconds between two checks: plans for a small table read the rows of a busy first minute slowly. */
const INTERVAL = 5_000;
/** The same while this process does not use its database: processes that do check it themselves. */
const REST_INTERVAL = 60_000;
/** Bytes of a table that is worth it. */
const MIN_SIZE = 65_536;

interface Table {
  name: string;
  size: number;
}

// Of this database alone: others of the same server are written to by other services.
const WRITTEN =
  'SELECT tup_inserted::text AS inserted FROM pg_stat_database WHERE datname = current_database()';

const WITHOUT_STATISTICS = `
SELECT format('%I.%I', n.nspname, c.relname) AS name, pg_relation_size(c.oid)::float8 AS size
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind = 'r' AND n.nspname = current_schema() AND pg_has_role(c.relowner, 'USAGE')
   AND pg_relation_size(c.oid) >= ${MIN_SIZE}
   AND NOT EXISTS (SELECT FROM pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname)`;

/**
 * PostgreSQL first samples a table up to a minute after it began to grow (`autovacuum_naptime`). Until then it takes a
 * project for a row or two, reads all of it for each row of another, and a first import or a restored database makes
 * statements last for seconds. Autovacuum keeps the statistics from then on. Each call answers the tables that it sampled.
 */
export const firstStatistics = (sql: Sql): (() => Promise<string[]>) => {
  // A queue that is empty when it is sampled has none afterwards either.
  const sampled = new Map<string, number>();
  let seen: string | undefined;
  return async () => {
    // Where no row was inserted, no table has grown that had not.
    const [count] = await sql.query<{ inserted: string }>(WRITTEN, [], { prepare: true, isLook: true });
    if (count && count.inserted === seen) return [];
    const tables = await sql.query<Table>(WITHOUT_STATISTICS, [], { prepare: true });
    const grown = tables.filter(({ name, size }) => size >= 2 * (sampled.get(name) ?? 0));
    seen = grown.length === 0 ? count?.inserted : undefined;
    for (const { name, size } of grown) {
      await sql.query(`ANALYZE (SKIP_LOCKED) ${name}`);
      sampled.set(name, size);
    }
    return grown.map(({ name }) => name);
  };
};

/** A worker that gives the tables of a service's database their first statistics. */
export const createStatisticsWorker = ({
  db,
  log,
}: {
  db: Pick<Database, 'query' | 'onUse'>;
  log: Logger;
}): Worker => {
  const sample = firstStatistics(db);
  let isUsed = true;
  const worker = createWorker({
    name: 'statistics',
    interval: () => untilNext(isUsed ? INTERVAL : REST_INTERVAL),
    rest: INTERVAL,
    log,
    round: async () => {
      isUsed = false;
      await sample();
      return false;
    },
  });
  db.onUse(() => {
    if (isUsed) return;
    isUsed = true;
    worker.wake();
  });
  return worker;
};
