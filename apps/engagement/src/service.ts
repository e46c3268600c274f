import { createEffects } from '@parley/effects';
import { createEvents, isEmbedded, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
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
import { createAudiences } from './campaigns/audiences';
import { endLeases } from './campaigns/end-leases';
import { createEmailJobs } from './campaigns/jobs';
import { EMAILS_DURABLE, emailsOnContacts } from './campaigns/on-contacts';
import { createContactsClient } from './contacts/contacts';
import { createDirectory } from './contacts/directory';
import { eraseDeliveries } from './emails/erase-deliveries';
import { createLiveItems } from './delivery/live-items';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './events/on-contacts';
import { onWorkspace, WORKSPACE_DURABLE } from './events/on-workspace';
import { migrations } from './generated/migrations';
import { createItemTexts } from './items/item-texts';
import { createJobs } from './jobs/jobs';
import { createWorkspaceClient } from './project/workspace';
import { implementationsOf } from './rpc/implementations';
import { mailsRpc } from './rpc/mails.rpc';
import { createTicketsClient } from './widget/tickets';

/** What a test may replace. */
export interface EngagementOptions {
  clock?: () => Date;
  /** Milliseconds between two looks for work that is due. */
  lookEvery?: number;
}

/** An item finishes, and a mail leaves, within 5 s of its time. */
const LOOK_EVERY = 2_500;

/** Composes the engagement service. */
export const createEngagement = (
  platform: Platform,
  { clock = () => new Date(), lookEvery = LOOK_EVERY }: EngagementOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley engagement',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 'engagement',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  const mailQueue = createMailWorker({
    db,
    transport: eraseDeliveries(platform),
    log,
    pollInterval: WATCHED_REST_MS,
  });
  reportBackground(platform.metrics, { db, events, mail: mailQueue });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const deps: Deps = {
    db,
    log,
    events,
    effects,
    workspace: createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace)),
    contacts: createContactsClient(createClient(ContactAudienceServiceDefinition, peers.contacts)),
    directory: createDirectory(createClient(ContactDirectoryServiceDefinition, peers.contacts)),
    tickets: createTicketsClient(
      createClient(TicketsServiceDefinition, peers.tickets),
      createClient(MessagesServiceDefinition, peers.tickets),
    ),
    liveItems: createLiveItems(db),
    itemTexts: createItemTexts(db),
    clock,
  };
  const lookout = createLookout({ db, clock, log });
  const jobs = createJobs(deps, lookout, lookEvery);
  events.subscribe(CONTACTS_DURABLE, onContacts(deps, jobs.pending));
  events.subscribe(WORKSPACE_DURABLE, onWorkspace(deps));
  watchBackground(lookout, { events, mail: mailQueue });
  const emailDeps = {
    ...deps,
    audiences: createAudiences(createClient(ContactAudienceServiceDefinition, peers.contacts)),
    mail: platform.mail,
    mailQueue,
    mailFrom: platform.mailFrom,
    publicUrl: platform.publicUrl,
    sealer: platform.sealer,
    outbound: platform.outbound,
  };
  const emails = createEmailJobs(emailDeps, lookout, lookEvery);
  events.subscribe(EMAILS_DURABLE, emailsOnContacts(deps, emails.wakeTriggers));

  return {
    implementations: [...implementationsOf(deps), ...mailsRpc(emailDeps), fileReferencesRpc({ db, clock })],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      if (isEmbedded(platform.eventTransport)) await endLeases(db, clock());
      await events.start();
      effects.start();
      statistics.start();
      mailQueue.start();
      for (const job of [...jobs.all, ...emails.jobs]) job.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
      mail: () => platform.mail.health(),
    },
    commands: {
      ...eventCommands('engagement', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all(
        [lookout, mailQueue, events, effects, statistics, ...jobs.all, ...emails.jobs].map((worker) =>
          worker.stop(),
        ),
      );
      await db.close();
    },
  };
};
