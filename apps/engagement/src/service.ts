import { createEffects } from '@parley/effects';
import { isEmbedded } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import { type Platform, type ServiceModule, WATCHED_REST_MS } from '@parley/runtime';
import { openService } from '@parley/service';
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
import { createWorkers } from './jobs/workers';
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
  const { log, peers } = platform;
  const { db, events, lookout, serve } = openService({ name: 'engagement', platform, migrations, clock });
  const mailQueue = createMailWorker({
    db,
    transport: eraseDeliveries(platform),
    log,
    pollInterval: WATCHED_REST_MS,
  });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
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
  const workers = createWorkers(deps, lookout, lookEvery);
  events.subscribe(CONTACTS_DURABLE, onContacts(deps, workers.pending));
  events.subscribe(WORKSPACE_DURABLE, onWorkspace(deps));
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

  return serve({
    implementations: [...implementationsOf(deps), ...mailsRpc(emailDeps), fileReferencesRpc({ db, clock })],
    mail: mailQueue,
    workers: [effects, ...workers.all, ...emails.jobs],
    health: { mail: () => platform.mail.health() },
    prepare: async () => {
      if (isEmbedded(platform.eventTransport)) await endLeases(db, clock());
    },
  });
};
