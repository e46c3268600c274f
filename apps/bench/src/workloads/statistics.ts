import { defineJob, hastenJob } from '@parley/jobs';
import { type Database, openDatabase } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../api';
import type { Job } from '../job';
import type { Load } from '../load';
import { charts, lately, others } from '../figure-questions';
import { seedFacts } from '../seed-facts';
import { seedHistories } from '../seed-histories';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Step, type Workload } from '../workload';

const BUILD = `
SELECT requested_at IS NULL AS "isBuilt", position = 'g' AS "isRead",
       (extract(epoch FROM clock_timestamp() - started_at) * 1000)::float8 AS "sinceStart" FROM build WHERE project_id = $1`;
const REQUEST = `
INSERT INTO build (project_id, requested_at, position) VALUES ($1, now(), '')
ON CONFLICT (project_id) DO UPDATE SET requested_at = now(), position = '', started_at = NULL`;
const buildJob = defineJob({ name: 'statistics build' });

const withStatistics = async <T>({ target }: Bench, run: (db: Database) => Promise<T>): Promise<T> => {
  const url = target.databaseUrl('statistics');
  const db = openDatabase({
    url,
    applicationName: 'bench statistics',
    maxConnections: 1,
    statementTimeout: 0,
  });
  try {
    return await run(db);
  } finally {
    await db.close();
  }
};

/**
 * A build of all tickets, as `statistics:rebuild` starts it, in its two parts: histories are read and stored, and their facts are
 * computed, written and summed up.
 */
const buildJobs = (bench: Bench): Job[] => {
  type Row = { isBuilt: boolean; isRead: boolean; sinceStart: number | null };
  const until = async (db: Database, what: 'isRead' | 'isBuilt'): Promise<Row | undefined> => {
    for (;;) {
      const [row] = await db.query<Row>(BUILD, [bench.workspace.projectId]);
      if (row?.[what] || row?.isBuilt) return row;
      await sleep(100);
    }
  };
  const part = (name: string, run: (db: Database) => Promise<number>): Job => ({
    name,
    unit: 'tickets',
    rounds: 1,
    run: () => withStatistics(bench, async (db) => ({ count: bench.tickets, milliseconds: await run(db) })),
  });
  return [
    part('build: histories read', async (db) => {
      const start = performance.now();
      const { projectId } = bench.workspace;
      await db.query(REQUEST, [projectId]);
      await hastenJob(db, buildJob, {}, { projectId, key: '', now: new Date() });
      const row = await until(db, 'isRead');
      // A process looks every 2.5 s whether another one asked for a job; a small build may be over already.
      return row?.sinceStart ?? performance.now() - start;
    }),
    part('build: facts told and summed', async (db) => {
      const start = performance.now();
      await until(db, 'isBuilt');
      return performance.now() - start;
    }),
  ];
};

/** Tickets of one call of the import, and calls of a round. */
const IMPORTED = 500;
const CALLS = 8;
const MINUTE = 60_000;

/** Creations, closes, replies and messages that are counted. */
const countFacts = async (db: Database, projectId: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM fact_quarter WHERE project_id = $1 AND figure IN (1, 4, 6, 9)`,
    [projectId],
  );
  return row?.count ?? 0;
};

/** A ticket with a question, an answer and its end, ten days ago. */
const importedTicket = (round: number, n: number): object => {
  const at = (minutes: number): string =>
    new Date(Date.now() - 14_400 * MINUTE + minutes * MINUTE).toISOString();
  return {
    externalId: `bench-${round}-${n}`,
    createdAt: at(0),
    title: `Imported ${round}`,
    email: `imported${n % 100}@example.com`,
    events: [
      { at: at(0), kind: 'message', from: 'contact', comment: 'Help' },
      { at: at(1 + (n % 500)), kind: 'message', from: 'user', comment: 'Here' },
      { at: at(600), kind: 'status', status: 'DONE' },
    ],
  };
};

/** From the first call of an import to the last fact of it. */
const intakeJob = (bench: Bench): Job => ({
  name: 'import until it is counted',
  unit: 'facts',
  rounds: bench.options.rounds,
  run: (round) =>
    withStatistics(bench, async (db) => {
      const { workspace } = bench;
      const before = await countFacts(db, workspace.projectId);
      // A creation, two messages, of which one is a reply, and a close.
      const expected = before + CALLS * IMPORTED * 5;
      const start = performance.now();
      for (let from = 0; from < CALLS; from += 1) {
        const tickets = Array.from({ length: IMPORTED }, (_, n) =>
          importedTicket(round, from * IMPORTED + n),
        );
        await call(workspace, 'POST', '/tickets/importer', { tickets });
      }
      let count = before;
      for (const end = Date.now() + 2 * MINUTE; count < expected && Date.now() < end; await sleep(100))
        count = await countFacts(db, workspace.projectId);
      return {
        count: count - before,
        milliseconds: performance.now() - start,
        failures: Math.max(0, expected - count),
      };
    }),
});

/** From the answer to a reply until a figure has it. */
const freshnessJob = ({ workspace }: Bench): Job => {
  const replies = async (): Promise<number> => {
    const path = '/statistics/facts?chartType=TICKET_REPLIES_COUNT';
    return (await call<{ value: number }>(workspace, 'GET', path)).value;
  };
  return {
    name: 'reply until it is counted',
    unit: 'replies',
    rounds: 40,
    run: async () => {
      const ticket = await call<{ id: string }>(workspace, 'POST', '/tickets', { title: 'Fresh' });
      const before = await replies();
      await call(workspace, 'POST', '/messages', { ticket: ticket.id, comment: 'Here' });
      const start = performance.now();
      const end = Date.now() + MINUTE;
      while ((await replies()) === before && Date.now() < end) await sleep(5);
      return { count: 1, milliseconds: performance.now() - start, failures: Date.now() < end ? 0 : 1 };
    },
  };
};

/** Prints the disk size of the service's tables. */
const sizeStep = (bench: Bench): Step => ({
  name: 'sizes',
  run: () =>
    withStatistics(bench, async (db) => {
      await db.query('VACUUM ANALYZE');
      const rows = await db.query<{ name: string; rows: number; megabytes: number }>(
        `SELECT relname AS name, n_live_tup AS rows, pg_total_relation_size(relid) / 1000000 AS megabytes
           FROM pg_stat_user_tables WHERE n_live_tup > 1000 ORDER BY 3 DESC`,
      );
      for (const { name, rows: count, megabytes } of rows)
        bench.say(`  ${name}: ${count} rows, ${megabytes} MB`);
    }),
});

type Questions = typeof charts;

const buildLoads = ({ workspace: { base, headers } }: Bench, questions: Questions): Load[] =>
  questions.map(([name, path]) => ({
    name,
    base,
    headers,
    // A figure is no list.
    mustFind: !path.startsWith('facts'),
    request: () => ({ method: 'GET', path: `/statistics/${path}` }),
  }));

/** How fast figures of a whole project are built and asked for, of all time where no other period is named. */
export const statisticsWorkload: Workload = {
  name: 'statistics',
  prepare: async (bench) => {
    await seedHistories(bench);
    return settled(bench, 'statistics', [
      ...buildJobs(bench).map((job) => jobStep(bench, job)),
      sizeStep(bench),
      ...loadSteps(bench, buildLoads(bench, [...charts, ...lately])),
      jobStep(bench, intakeJob(bench)),
      jobStep(bench, freshnessJob(bench)),
    ]);
  },
};

/** Loads of which each request asks another question, so that no two share an answer. */
const buildOtherLoads = ({ workspace: { base, headers } }: Bench): Load[] =>
  others.map(([name, toPath]) => ({
    name,
    base,
    headers,
    isFresh: true,
    request: (n) => ({ method: 'GET', path: `/statistics/${toPath(n)}` }),
  }));

/** How fast figures of facts that were written by SQL are asked for, without a build: a million tickets are there in minutes. */
export const figuresWorkload: Workload = {
  name: 'figures',
  prepare: async (bench) => {
    await seedFacts(bench);
    return settled(bench, 'statistics', [
      sizeStep(bench),
      ...loadSteps(bench, [...buildLoads(bench, [...charts, ...lately]), ...buildOtherLoads(bench)]),
    ]);
  },
};
