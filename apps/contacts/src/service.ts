import { createMemoryCache } from '@parley/cache';
import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createJobs, jobCommands } from '@parley/jobs';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
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
import PQueue from 'p-queue';
import { LOOK_UP_TIMEOUT_MS } from './commerce/look-up';
import { type ContactsConfig } from './config';
import { openPrisma } from './db';
import { type Deps } from './deps';
import { ENGAGEMENT_DURABLE, onEngagement } from './events/on-engagement';
import { HEARD_FROM_DURABLE, onHeardFrom } from './events/on-heard-from';
import { resealImports } from './imports/reseal-imports';
import { migrations } from './generated/migrations';
import { createMover, moveJob } from './companies/move-tickets';
import { createRenamer, renamingJob } from './companies/rename-members';
import { adoptFormerQueues } from './jobs/former-queues';
import { createImportJobs } from './jobs/import-job';
import { createMerger, mergeJob } from './merge/move-tickets';
import { createPurger, purgeJob } from './purge/purge-contact';
import { createSessionSecrets } from './project/session-secrets';
import { companiesRpc } from './rpc/companies.rpc';
import { companyDirectoryRpc } from './rpc/company-directory.rpc';
import { contactAudienceRpc } from './rpc/contact-audience.rpc';
import { contactDirectoryRpc } from './rpc/contact-directory.rpc';
import { contactEventsRpc } from './rpc/contact-events.rpc';
import { contactLifecycleRpc } from './rpc/contact-lifecycle.rpc';
import { contactLookupRpc } from './rpc/contact-lookup.rpc';
import { contactMemoryRpc } from './rpc/contact-memory.rpc';
import { commerceRpc } from './rpc/commerce.rpc';
import { contactImportsRpc } from './rpc/contact-imports.rpc';
import { contactsRpc } from './rpc/contacts.rpc';
import { mailSubscriptionRpc } from './rpc/mail-subscription.rpc';
import { recordDirectoryRpc } from './rpc/record-directory.rpc';
import { widgetRpc } from './rpc/widget.rpc';
import { createWarmUp } from './warmup/warm-up';

export { type ContactsConfig, contactsTable } from './config';

/** What a test may replace. */
export interface ContactsOptions {
  clock?: () => Date;
  /** Milliseconds that a billing or commerce provider may take. */
  lookUpTimeoutMs?: number;
}

/** Most bytes of providers' answers that are kept. */
const LOOK_UP_BYTES = 64 * 1024 * 1024;

/** Transactions of imports that run at a time. */
const IMPORT_TURNS = 2;

/** Composes the contacts service. */
export const createContacts = (
  config: ContactsConfig,
  platform: Platform,
  { clock = () => new Date(), lookUpTimeoutMs = LOOK_UP_TIMEOUT_MS }: ContactsOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley contacts',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const prisma = openPrisma(db);
  const events = createEvents({
    service: 'contacts',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  const secrets = createSessionSecrets(createClient(DirectoryServiceDefinition, peers.workspace));
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const jobs = createJobs({ db, log, clock });
  const deps: Deps = {
    db,
    effects,
    jobs,
    prisma,
    log,
    clock,
    tickets: createClient(TicketDirectoryServiceDefinition, peers.tickets),
    companyStamps: createClient(CompanyStampServiceDefinition, peers.tickets),
    merges: createClient(ContactMergeServiceDefinition, peers.tickets),
    secrets,
    warmUp: createWarmUp({ db, secrets, log }),
    config,
    sealer: platform.sealer,
    outbound: platform.outbound,
    integrations: createClient(IntegrationsServiceDefinition, peers.workspace),
    lookUps: createMemoryCache({ maxBytes: LOOK_UP_BYTES }),
    lookUpTimeoutMs,
    importTurns: new PQueue({ concurrency: IMPORT_TURNS }),
    wakeEvents: () => events.wake(),
  };
  reportBackground(platform.metrics, { db, events, jobs });
  const lookout = createLookout({ db, clock, log });
  watchBackground(lookout, { events });
  lookout.watch({ name: 'jobs', due: jobs.due, every: 2_500, isShared: true, wake: jobs.wake });
  jobs.work(purgeJob, createPurger(deps));
  jobs.work(mergeJob, createMerger(deps));
  jobs.work(moveJob, createMover(deps));
  jobs.work(renamingJob, createRenamer(deps));
  const imports = createImportJobs(deps, lookout);
  events.subscribeTogether(HEARD_FROM_DURABLE, onHeardFrom, { together: 100 });
  events.subscribe(ENGAGEMENT_DURABLE, onEngagement);

  return {
    implementations: [
      fileReferencesRpc({ db, clock }),
      contactLifecycleRpc(deps),
      contactEventsRpc(deps),
      mailSubscriptionRpc(deps),
      widgetRpc(deps),
      contactsRpc(deps),
      contactImportsRpc(deps),
      commerceRpc(deps),
      contactDirectoryRpc(deps),
      contactAudienceRpc(deps),
      contactLookupRpc(deps),
      companiesRpc(deps),
      companyDirectoryRpc(deps),
      recordDirectoryRpc(deps),
      contactMemoryRpc(deps),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      await adoptFormerQueues(db, clock());
      jobs.start();
      for (const worker of imports) worker.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
    },
    commands: {
      ...eventCommands('contacts', events),
      ...jobCommands('contacts', jobs),
      migrate: migrateCommand(databaseUrl, migrations, log),
      'reseal-secrets': async () =>
        `Sealed with the first SECRET_KEY: the credentials of ${await resealImports(deps)} imports.`,
    },
    stop: async () => {
      await Promise.all([
        effects.stop(),
        statistics.stop(),
        lookout.stop(),
        jobs.stop(),
        ...imports.map((worker) => worker.stop()),
        deps.warmUp.stop(),
        events.stop(),
      ]);
      await prisma.$disconnect();
      await db.close();
    },
  };
};
