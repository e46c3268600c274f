import { createEffects } from '@parley/effects';
import { isEmbedded, ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { createAudiences, eraseDeliveries } from './emails';
import {
  endLeases,
  EMAILS_DURABLE,
  emailsOnContacts,
  createEmailChannel,
  createPlanner,
  createPushChannel,
  createTriggerPlanner,
  createSender,
} from './campaigns';
import { createContactsClient, createDirectory } from './contacts';
import { createLiveItems } from './delivery';
import { createPurger } from './departures';
import type { Deps } from './deps';
import { CONTACTS_DURABLE, onContacts, onWorkspace, WORKSPACE_DURABLE } from './events';
import { formerQueues } from './former-queues.sql';
import { migrations } from './generated/migrations';
import { createFinisher, finishJob, purgeJob, createItemTexts } from './items';
import { createWorkspaceClient } from './project';
import { createKeyring, resealPushKeys } from './pushes';
import { createImplementations } from './rpc';
import { createTicketMaker, surveyTicketJob } from './surveys';
import { createApplier, pendingJob } from './tracked';
import { createTicketsClient } from './widget';

/** Dependencies that a test may replace. */
export interface EngagementOptions {
  clock?: () => Date;
}

/** Composes the engagement service. */
export const createEngagement = (
  platform: Platform,
  { clock = () => new Date() }: EngagementOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({
    name: 'engagement',
    platform,
    migrations,
    clock,
  });
  const mail = createMailWorker({ db, jobs, transport: eraseDeliveries(platform), log });
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
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
    ai: platform.ai,
    clock,
  };
  events.subscribe(CONTACTS_DURABLE, onContacts(deps), { about: ofAggregate });
  events.subscribe(WORKSPACE_DURABLE, onWorkspace(deps));
  const emailDeps = {
    ...deps,
    audiences: createAudiences(createClient(ContactAudienceServiceDefinition, peers.contacts)),
    mail: platform.mail,
    mailFrom: platform.mailFrom,
    publicUrl: platform.publicUrl,
    sealer: platform.sealer,
    outbound: platform.outbound,
    pushKeys: createKeyring({ db, sealer: platform.sealer, clock }),
  };
  events.subscribe(EMAILS_DURABLE, emailsOnContacts(deps), { about: ofAggregate });
  for (const channel of [createEmailChannel(emailDeps), createPushChannel(emailDeps)]) {
    jobs.work(channel.jobs.rounds, createPlanner({ ...emailDeps, channel }));
    jobs.work(channel.jobs.triggers, createTriggerPlanner({ ...emailDeps, channel }));
    jobs.work(channel.jobs.mails, createSender({ ...emailDeps, channel }));
  }
  jobs.work(pendingJob, createApplier(deps));
  jobs.work(finishJob, createFinisher(deps));
  jobs.work(purgeJob, createPurger(deps));
  jobs.work(surveyTicketJob, createTicketMaker(deps));

  return serve({
    implementations: [...createImplementations(emailDeps), fileReferencesRpc({ db, clock })],
    mail,
    health: { mail: () => platform.mail.health() },
    prepare: async () => {
      if (isEmbedded(platform.eventTransport)) await endLeases(db, clock());
    },
    commands: {
      'reseal-secrets': async () =>
        `Sealed with the first SECRET_KEY: ${await resealPushKeys({ db, sealer: platform.sealer })} keys.`,
    },
    formerQueues,
  });
};
