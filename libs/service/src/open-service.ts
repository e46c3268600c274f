import { createEvents, type Events, topology } from '@parley/events';
import {
  adoptJobs,
  createJobs,
  defineJob,
  type FormerQueue,
  jobCommands,
  type Jobs,
  type JobsOptions,
} from '@parley/jobs';
import type { MailQueue } from '@parley/mail';
import { type Database, ensureDatabase, migrate, type Migration, openDatabase } from '@parley/persistence';
import {
  type Command,
  createEventObserver,
  createLookout,
  createStatisticsWorker,
  eventCommands,
  type HealthChecks,
  type Lookout,
  type LookoutOptions,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
  type ServiceName,
  watchBackground,
  WATCHED_REST_MS,
  type Worker,
} from '@parley/runtime';
import type { Indexer } from '@parley/search';

/** Options of a service. */
export interface ServiceOptions extends Pick<LookoutOptions, 'restEvery'>, Pick<JobsOptions, 'leaseMs'> {
  name: ServiceName;
  platform: Platform;
  migrations: readonly Migration[];
  clock: () => Date;
}

/** The parts that one service adds to those of all. */
export interface ServiceParts extends Pick<ServiceModule, 'implementations'> {
  mail?: MailQueue;
  indexers?: readonly Indexer[];
  /** Started after the events and before the jobs; stopped together with all else. */
  workers?: readonly Pick<Worker, 'start' | 'stop'>[];
  /** Checks beside those of the database and the events. */
  health?: HealthChecks;
  /** Commands beside those of the events, the jobs and the migrations. */
  commands?: Readonly<Record<string, Command>>;
  /** Called on a migrated database before anything starts; again when the start failed. */
  prepare?(): Promise<void>;
  /**
   * Queues of former releases. Their rows become jobs at the start and every 5 minutes, because a process of such a release may stop
   * last in an upgrade.
   */
  formerQueues?: readonly FormerQueue[];
  /** Called when everything has stopped and the database is still open. */
  close?(): Promise<void>;
}

/** What every service works with, and what makes a module of it. */
export interface OpenService {
  db: Database;
  events: Events;
  jobs: Jobs;
  lookout: Lookout;
  serve(parts: ServiceParts): ServiceModule;
}

const adoption = defineJob<object>({ name: 'former queues', every: 300_000 });

/** Opens what every service has: database, events, jobs, and what looks after them. Nothing starts before the module does. */
export const openService = (options: ServiceOptions): OpenService => {
  const { name, platform, migrations, clock, restEvery, leaseMs } = options;
  const { databaseUrl, log, metrics, pollEvery } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: `parley ${name}`,
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: name,
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  const jobs = createJobs({ db, log, clock, ...(leaseMs !== undefined && { leaseMs }) });
  const lookout = createLookout({
    db,
    clock,
    log,
    ...(restEvery !== undefined && { restEvery }),
    ...(pollEvery !== undefined && { pollEvery }),
  });
  const tableStatistics = createStatisticsWorker({ db, log });

  const onMigrated = (commands: Record<string, Command>): Record<string, Command> =>
    Object.fromEntries(
      Object.entries(commands).map(([command, run]) => [
        command,
        async (say, args): Promise<string> => {
          await migrate(databaseUrl, migrations, log);
          return run(say, args);
        },
      ]),
    );

  const serve = (parts: ServiceParts): ServiceModule => {
    const { implementations, mail, indexers = [], workers = [], health, commands } = parts;
    const queues = { events, jobs, ...(indexers.length > 0 && { indexers }) };
    const adopt = (): Promise<void> => adoptJobs(db, parts.formerQueues ?? [], clock());
    if (parts.formerQueues) jobs.work(adoption, { handle: adopt });
    watchBackground(lookout, queues);
    reportBackground(metrics, { db, ...queues, ...(mail && { mail }) });
    const all = [...indexers, tableStatistics, ...workers, jobs, lookout];
    return {
      implementations,
      start: async () => {
        await ensureDatabase(databaseUrl);
        await migrate(databaseUrl, migrations, log);
        await parts.prepare?.();
        await adopt();
        await events.start();
        for (const worker of all) worker.start();
      },
      health: { database: () => db.ping(), events: () => events.health(), ...health },
      commands: {
        ...onMigrated({ ...eventCommands(name, events), ...jobCommands(name, jobs), ...commands }),
        migrate: migrateCommand(databaseUrl, migrations, log),
      },
      stop: async () => {
        await Promise.all([events, ...all].map((worker) => worker.stop()));
        await parts.close?.();
        await db.close();
      },
    };
  };
  return { db, events, jobs, lookout, serve };
};
