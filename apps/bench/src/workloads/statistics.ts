import { type Database, openDatabase } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../api';
import { type Job } from '../job';
import { type Load } from '../load';
import { personId, seedHistories, teamId } from '../seed-histories';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Step, type Workload } from '../workload';

/** Since before the first ticket, so that summaries and ragged ends are both read. */
const ALL_TIME = 'startDate=2020-01-01&timezone=Europe/Berlin';
const LATELY = 'timezone=Asia/Kolkata';

const BUILT = `SELECT requested_at IS NULL AS built FROM build WHERE project_id = $1`;
const REQUEST = `
INSERT INTO build (project_id, requested_at, position) VALUES ($1, now(), '')
ON CONFLICT (project_id) DO UPDATE SET requested_at = now(), position = '', started_at = NULL, lease_until = NULL`;

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

/** Reads all tickets of the project anew, as `statistics:rebuild` has the platform do it. */
const buildJob = (bench: Bench): Job => ({
  name: 'build of all tickets',
  unit: 'tickets',
  rounds: 1,
  run: () =>
    withStatistics(bench, async (db) => {
      const { projectId } = bench.workspace;
      const start = performance.now();
      await db.query(REQUEST, [projectId]);
      for (;;) {
        const [row] = await db.query<{ built: boolean }>(BUILT, [projectId]);
        if (row?.built) break;
        await sleep(100);
      }
      return { count: bench.tickets, milliseconds: performance.now() - start };
    }),
});

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

/** Says what the tables of the service take on disk. */
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

const facts = (chart: string, more = ''): string => `facts?chartType=${chart}${more}&${ALL_TIME}`;
const bars = (chart: string, more = ''): string =>
  // By day it is the two years of the tickets: a chart has at most 1,500 points.
  `bar-chart?chartType=${chart}&groupInterval=${more}&${more === 'day' ? ALL_TIME.replace('2020', '2024') : ALL_TIME}`;
const list = (chart: string, more = ''): string => `lists?chartType=${chart}${more}&${ALL_TIME}`;

const PERSON = `&user=${personId(3)}`;
const TEAM = `&team=${teamId(2)}`;

const charts: readonly (readonly [name: string, path: string])[] = [
  ['new tickets', facts('NEW_TICKETS_COUNT')],
  ['new tickets of a type', facts('NEW_TICKETS_COUNT', '&type=BUG')],
  ['messages with a tag', facts('MESSAGE_COUNT', '&tag=tag27')],
  ['messages of a channel', facts('MESSAGE_COUNT', '&channel=EMAIL,WIDGET')],
  ['messages of tickets created since', facts('MESSAGE_COUNT', '&createdAt%3E=2025-06-01')],
  ['messages of tickets changed since', facts('MESSAGE_COUNT', '&updatedAt%3E=2025-06-01')],
  ['median first response', facts('MEDIAN_FIRST_RESPONSE_TIME')],
  ['median reply time', facts('TICKET_MEDIAN_REPLY_TIME')],
  ['median reply time in working hours', facts('TICKET_MEDIAN_REPLY_TIME', '&useWorkingHours=true')],
  ['median reply time of a person', facts('TICKET_MEDIAN_REPLY_TIME', PERSON)],
  ['median reply time of a team', facts('TICKET_MEDIAN_REPLY_TIME', TEAM)],
  ['median reply time of a type', facts('TICKET_MEDIAN_REPLY_TIME', '&type=INQUIRY')],
  [
    'median reply time of a type and channel',
    facts('TICKET_MEDIAN_REPLY_TIME', '&type=INQUIRY&channel=EMAIL'),
  ],
  ['average time to close', facts('MEDIAN_TIME_TO_CLOSE', '&aggsType=AVERAGE')],
  ['median rating', facts('MEDIAN_CONVERSATION_RATING')],
  ['worked on', facts('TICKET_WORKED_ON_COUNT')],
  ['worked on of a team', facts('TICKET_WORKED_ON_COUNT', TEAM)],
  ['without comments', facts('TICKETS_WITHOUT_COMMENTS_RATE')],
  ['open now', facts('SNAPSHOT_OPEN_TICKETS')],
  ['new tickets by day', bars('NEW_TICKETS_COUNT', 'day')],
  ['new tickets by month and type', bars('NEW_TICKETS_COUNT', 'month&groupedBy=type')],
  ['new tickets by month and tag', bars('NEW_TICKETS_COUNT', 'month&groupedBy=tag')],
  ['replies by month and person', bars('REPLIES_COUNT', 'month&groupedBy=user')],
  ['median reply time by day', bars('MEDIAN_REPLY_TIME', 'day')],
  ['median reply time by month', bars('MEDIAN_REPLY_TIME', 'month')],
  ['median reply time by month and person', bars('MEDIAN_REPLY_TIME', 'month&groupedBy=user')],
  ['median reply time by month and type', bars('MEDIAN_REPLY_TIME', 'month&groupedBy=type')],
  ['median reassignments by month', bars('MEDIAN_REASSIGNMENT_COUNT', 'month')],
  ['busiest hours', `heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY&${ALL_TIME}`],
  [
    'busiest hours of messages of a type',
    `heatmap?chartType=BUSIEST_COMMENTS_PER_WEEKDAY&type=BUG&${ALL_TIME}`,
  ],
  ['team performance', list('TEAM_PERFORMANCE_LIST')],
  ['team performance of a team', list('TEAM_PERFORMANCE_LIST', TEAM)],
  ['ratings per person', list('AVERAGE_RATING_PER_USER_RESULT_LIST')],
  ['rated tickets', list('TICKETS_WITH_RATING_LIST')],
  ['service levels', list('SLA_REPORTS_LIST')],
  ['tickets by type', list('SNAPSHOT_TICKETS')],
  ['open tickets per person', list('OPEN_TICKETS_PER_AGENT')],
];

const lately: typeof charts = [
  ['new tickets, 30 days', `facts?chartType=NEW_TICKETS_COUNT&${LATELY}`],
  ['median reply time, 30 days', `facts?chartType=TICKET_MEDIAN_REPLY_TIME&${LATELY}`],
  ['median reply time of a type, 30 days', `facts?chartType=TICKET_MEDIAN_REPLY_TIME&type=BUG&${LATELY}`],
  ['messages by day, 30 days', `bar-chart?chartType=MESSAGE_COUNT&${LATELY}`],
  ['median reply time by day, 30 days', `bar-chart?chartType=MEDIAN_REPLY_TIME&${LATELY}`],
  ['team performance, 30 days', `lists?chartType=TEAM_PERFORMANCE_LIST&${LATELY}`],
  ['raw data, the newest 1,000', 'raw-data?limit=1000&startDate=2020-01-01'],
];

const loadsOf = ({ workspace: { base, headers } }: Bench): Load[] =>
  [...charts, ...lately].map(([name, path]) => ({
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
      jobStep(bench, buildJob(bench)),
      sizeStep(bench),
      ...loadSteps(bench, loadsOf(bench)),
      jobStep(bench, intakeJob(bench)),
      jobStep(bench, freshnessJob(bench)),
    ]);
  },
};
