import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { RecordDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { createClient } from '@parley/rpc';
import {
  createEventObserver,
  createLookout,
  createStatisticsWorker,
  eventCommands,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
  watchBackground,
  WATCHED_REST_MS,
} from '@parley/runtime';
import { createCalculations } from './boards/summary.store';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './events/on-contacts';
import { onWorkspace, WORKSPACE_DURABLE } from './events/on-workspace';
import { migrations } from './generated/migrations';
import { createAddTogether } from './entries/add-together';
import { createJobs } from './jobs/jobs';
import { createDirectory } from './records/directory';
import { pipelineBulkRpc } from './rpc/pipeline-bulk.rpc';
import { pipelineEntriesRpc } from './rpc/pipeline-entries.rpc';
import { pipelineFieldsRpc } from './rpc/pipeline-fields.rpc';
import { pipelinesRpc } from './rpc/pipelines.rpc';
import { createWorkspaceClient } from './workspace/workspace';

/** What a test may replace. */
export interface PipelinesOptions {
  clock?: () => Date;
}

/** Composes the pipelines service. */
export const createPipelines = (
  platform: Platform,
  { clock = () => new Date() }: PipelinesOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley pipelines',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 'pipelines',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  reportBackground(platform.metrics, { db, events });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const deps: Deps = {
    db,
    log,
    events,
    effects,
    directory: createDirectory(createClient(RecordDirectoryServiceDefinition, peers.contacts)),
    workspace: createWorkspaceClient({
      directory: createClient(DirectoryServiceDefinition, peers.workspace),
      memberships: createClient(TeamMembershipServiceDefinition, peers.workspace),
      serviceAccounts: createClient(ServiceAccountDirectoryServiceDefinition, peers.workspace),
    }),
    calculations: createCalculations(),
    addTogether: createAddTogether({ db, clock }),
    clock,
  };
  const lookout = createLookout({ db, clock, log });
  const jobs = createJobs(deps, lookout);
  watchBackground(lookout, { events });
  events.subscribe(CONTACTS_DURABLE, onContacts(deps, jobs));
  events.subscribe(WORKSPACE_DURABLE, onWorkspace(deps));

  return {
    implementations: [
      fileReferencesRpc({ db, clock }),
      pipelinesRpc(deps),
      pipelineFieldsRpc(deps),
      pipelineEntriesRpc(deps),
      pipelineBulkRpc(deps),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      for (const worker of jobs.workers) worker.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
    },
    commands: {
      ...eventCommands('pipelines', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all(
        [lookout, events, effects, statistics, ...jobs.workers].map((worker) => worker.stop()),
      );
      await db.close();
    },
  };
};
