import { createAnswers } from '@parley/answers';
import { createEffects } from '@parley/effects';
import { ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import type { Deps } from './deps';
import { createVectorSpace } from './documents';
import { migrations } from './generated/migrations';
import { formerQueues, createWorkers } from './jobs';
import { onMarked } from './marks';
import { createImplementations } from './rpc';
import { openPassageSearch } from './search';
import {
  createContactsClient,
  createHelpcenterClient,
  createTicketsClient,
  createTakeover,
  takeoverJob,
  createWebsites,
} from './sources';
import {
  CONTACTS_DURABLE,
  HELPCENTER_DURABLE,
  onContacts,
  onHelpcenter,
  onTickets,
  concernsTickets,
  TICKETS_DURABLE,
} from './consumers';
import { createParts } from './parts';
import { reportLag } from './status';

/** Dependencies that a test may replace. */
export interface KnowledgeOptions {
  clock?: () => Date;
}

/** Most events of tickets that are noted in one transaction. */
const TOGETHER = 100;
/** Milliseconds between two such transactions: under load, one has the events of many changes. */
const EVERY_MS = 100;

/** Most characters of an answer that is made of sentences. */
const MAX_EXTRACTED = 1_200;

/** Composes the knowledge service. */
export const createKnowledge = (
  platform: Platform,
  { clock = () => new Date() }: KnowledgeOptions = {},
): ServiceModule => {
  const { ai, log, peers } = platform;
  const { db, events, jobs, lookout, serve } = openService({
    name: 'knowledge',
    platform,
    migrations,
    clock,
  });
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
  const search = openPassageSearch(platform, db);
  reportLag(platform.metrics, db);
  const deps: Deps = {
    db,
    log,
    ai,
    space: createVectorSpace(ai),
    search: search.index,
    answers: createAnswers({ ai, failsWhenAway: true, sourcesFit: true, maxExtracted: MAX_EXTRACTED }),
    helpcenter: createHelpcenterClient(createClient(KnowledgeSourceServiceDefinition, peers.helpcenter)),
    tickets: createTicketsClient(createClient(TicketTextServiceDefinition, peers.tickets)),
    contacts: createContactsClient(createClient(ContactsServiceDefinition, peers.contacts)),
    websites: createWebsites(db),
    events,
    effects,
    clock,
  };
  onMarked('passages', search.indexer.wake);
  jobs.work(takeoverJob, createTakeover(deps));
  const gathered = { together: TOGETHER, everyMs: EVERY_MS };
  events.subscribeTogether(HELPCENTER_DURABLE, onHelpcenter, gathered);
  events.subscribeTogether(TICKETS_DURABLE, onTickets(deps), {
    ...gathered,
    concerns: concernsTickets,
  });
  events.subscribe(CONTACTS_DURABLE, onContacts, { about: ofAggregate });
  const parts = createParts(platform, deps, { events, jobs });

  return serve({
    implementations: [...createImplementations(deps), ...parts, fileReferencesRpc({ db, clock })],
    indexers: [search.indexer],
    workers: createWorkers(deps, lookout),
    health: { search: () => search.index.health() },
    formerQueues,
    commands: {
      'search:rebuild': (say) => search.rebuild(say),
    },
  });
};
