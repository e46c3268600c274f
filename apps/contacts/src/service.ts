import { createMemoryCache } from '@parley/cache';
import { createEffects } from '@parley/effects';
import { fileReferencesRpc } from '@parley/files';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import PQueue from 'p-queue';
import { LOOK_UP_TIMEOUT_MS } from './commerce';
import type { ContactsConfig } from './config';
import { openPrisma } from './db';
import type { Deps } from './deps';
import { ENGAGEMENT_DURABLE, onEngagement, HEARD_FROM_DURABLE, onHeardFrom } from './events';
import { createImportPruner, importPruningJob, resealImports, createImporter, importJob } from './imports';
import { migrations } from './generated/migrations';
import { createMover, moveJob, createRenamer, renamingJob } from './companies';
import { formerQueues } from './jobs';
import { createMerger, mergeJob } from './merge';
import { createPurger, purgeJob } from './purge';
import { createSessionSecrets } from './project';
import { createImplementations } from './rpc';
import { createUploadForgetter, uploadsJob } from './widget';
import { createWarmUp } from './warmup';

export { type ContactsConfig, contactsTable } from './config';

/** Dependencies that a test may replace. */
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
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({ name: 'contacts', platform, migrations, clock });
  const prisma = openPrisma(db);
  const secrets = createSessionSecrets(createClient(DirectoryServiceDefinition, peers.workspace));
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
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
  jobs.work(purgeJob, createPurger(deps));
  jobs.work(mergeJob, createMerger(deps));
  jobs.work(moveJob, createMover(deps));
  jobs.work(renamingJob, createRenamer(deps));
  jobs.work(importJob, createImporter(deps));
  jobs.work(importPruningJob, createImportPruner(deps));
  jobs.work(uploadsJob, createUploadForgetter(deps));
  events.subscribeTogether(HEARD_FROM_DURABLE, onHeardFrom, { together: 100 });
  events.subscribe(ENGAGEMENT_DURABLE, onEngagement);

  return serve({
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
    commands: {
      'reseal-secrets': async () =>
        `Sealed with the first SECRET_KEY: the credentials of ${await resealImports(deps)} imports.`,
    },
    formerQueues,
    close: async () => {
      await deps.warmUp.stop();
      await prisma.$disconnect();
    },
  });
};
