import { createEffects } from '@parley/effects';
import { createBroadcast, isEmbedded, ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { LinkPreviewServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/link_preview_service';
import { BotActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createSigners } from '@parley/realtime';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { createAnswerer, createEnder, endJob } from './agents';
import { answerJob } from './core';
import type { Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './events';
import { formerQueues } from './former-queues.sql';
import { migrations } from './generated/migrations';
import { createImplementations } from './rpc';
import {
  aboutContactStreams,
  aboutProjectStreams,
  mentionedInProjectStreams,
  concernsContacts,
  CONTACT_STREAMS_DURABLE,
  numberForContacts,
  numberForProjects,
  PROJECT_STREAMS_DURABLE,
  releaseJob,
  trimStreams,
  trimStreamsJob,
} from './streams';
import {
  workRuns,
  createReleaser,
  aboutConversations,
  concernsRuns,
  findBotEvents,
  CONVERSATIONS_DURABLE,
  onConversations,
  onTracked,
  TRACKED_DURABLE,
  trimRuns,
  trimRunsJob,
} from './runs';

/** Most events that get their numbers in one transaction. */
const TOGETHER = 100;

/** Dependencies that a test may replace. */
export interface S2sOptions {
  clock?: () => Date;
}

/** Composes the s2s service. */
export const createS2s = (
  platform: Platform,
  { clock = () => new Date() }: S2sOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({
    name: 's2s',
    platform,
    migrations,
    clock,
    // The work of a dead process continues within 10 s; another process has to notice in time.
    leaseMs: 7_000,
    ...(!isEmbedded(platform.eventTransport) && { restEvery: 5_000 }),
  });
  const broadcast = createBroadcast(platform.eventTransport, { log, name: 'parley s2s broadcasts' });
  const directory = createClient(DirectoryServiceDefinition, peers.workspace);
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
  const deps: Deps = {
    db,
    log,
    contacts: createClient(ContactsServiceDefinition, peers.contacts),
    sessions: createClient(ContactDirectoryServiceDefinition, peers.contacts),
    widgets: createClient(WidgetServiceDefinition, peers.contacts),
    conversations: createClient(ConversationsServiceDefinition, peers.tickets),
    directory,
    effects,
    bots: createClient(BotActionsServiceDefinition, peers.tickets),
    agentAnswers: createClient(AgentAnswersServiceDefinition, peers.knowledge),
    linkPreviews: createClient(LinkPreviewServiceDefinition, peers.knowledge),
    ai: platform.ai,
    events,
    jobs,
    signers: createSigners(directory, platform.sealer),
    broadcast,
    clock,
  };
  workRuns(deps, jobs);
  jobs.work(answerJob, createAnswerer(deps));
  jobs.work(endJob, createEnder(deps));
  jobs.work(releaseJob, createReleaser(deps));
  jobs.work(trimStreamsJob, { handle: () => trimStreams(deps) });
  jobs.work(trimRunsJob, { handle: () => trimRuns(deps) });
  // An end waits for the events that mention the contact.
  events.subscribe(CONTACTS_DURABLE, onContacts(deps), { about: ofAggregate, mentions: () => [] });
  events.subscribeTogether(CONVERSATIONS_DURABLE, onConversations(deps), {
    together: TOGETHER,
    concerns: concernsRuns,
    findEffective: findBotEvents,
    about: aboutConversations,
  });
  events.subscribe(TRACKED_DURABLE, onTracked(deps), { about: ofAggregate });
  events.subscribeTogether(CONTACT_STREAMS_DURABLE, numberForContacts(deps), {
    together: TOGETHER,
    concerns: concernsContacts,
    about: aboutContactStreams,
  });
  events.subscribeTogether(PROJECT_STREAMS_DURABLE, numberForProjects(deps), {
    together: TOGETHER,
    about: aboutProjectStreams,
    mentions: mentionedInProjectStreams,
  });

  return serve({
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
    health: { broadcasts: () => broadcast.health() },
    prepare: () => broadcast.start(),
    formerQueues,
    close: () => broadcast.close(),
  });
};
