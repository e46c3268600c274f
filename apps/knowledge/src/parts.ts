import { type Events, ofAggregate } from '@parley/events';
import { DomainError } from '@parley/errors';
import type { Jobs } from '@parley/jobs';
import { LinkPreviewServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/link_preview_service';
import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { createClient, implement, type ServiceImplementation } from '@parley/rpc';
import type { Platform } from '@parley/runtime';
import { ask } from './answers';
import type { Deps } from './deps';
import {
  type EvalDeps,
  JUDGED_CONTACTS_DURABLE,
  JUDGED_TICKETS_DURABLE,
  onContactDeleted,
  onTicketDeleted,
  createRunWorker,
  runJob,
} from './evals';
import { discardJob, readingJob, type CodeDeps, createArchiveReader, createDiscarder } from './code';
import { crawlJob, type WebsiteDeps } from './websites';
import { createCrawler } from './crawl';
import { createPreviewLink } from './previews';
import { aiModelsRpc, codeRpc, evalsRpc, websitesRpc } from './rpc';
import { readQuestion, findHits } from './search';

const createEvalDeps = (peers: Platform['peers'], deps: Deps): EvalDeps => {
  const tickets = createClient(TicketExchangeServiceDefinition, peers.tickets);
  return {
    ...deps,
    asking: {
      read: (projectId, sent, context) => readQuestion(deps, projectId, sent, context),
      ask: (question, options) => ask(deps, question, options),
      search: (query, options) => findHits(deps, query, options),
      embeddingModel: deps.ai.embeddingModel,
    },
    readExchange: async (ticketId, context) => {
      try {
        return await tickets.getTicketExchange({ ticketId }, context);
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'notFound') return undefined;
        throw error;
      }
    },
  };
};

/** Composes parts that stand beside documents and search: websites with their crawls, repositories of code, the model catalogue, and evaluations. */
export const createParts = (
  { outbound, publicUrl, peers, files }: Pick<Platform, 'outbound' | 'publicUrl' | 'peers' | 'files'>,
  deps: Deps,
  { events, jobs }: { events: Pick<Events, 'subscribe'>; jobs: Pick<Jobs, 'work'> },
): ServiceImplementation[] => {
  const websites: WebsiteDeps = { ...deps, outbound, publicUrl };
  const evals = createEvalDeps(peers, deps);
  const code: CodeDeps = { ...deps, files, publicUrl };
  jobs.work(crawlJob, createCrawler(websites));
  jobs.work(runJob, createRunWorker(evals));
  jobs.work(readingJob, createArchiveReader(code));
  jobs.work(discardJob, createDiscarder(code));
  events.subscribe(JUDGED_TICKETS_DURABLE, onTicketDeleted, { about: ofAggregate });
  events.subscribe(JUDGED_CONTACTS_DURABLE, onContactDeleted, { about: ofAggregate });
  return [
    websitesRpc(websites),
    codeRpc(code),
    aiModelsRpc(),
    ...evalsRpc(evals),
    implement(LinkPreviewServiceDefinition, { previewLink: createPreviewLink({ outbound, publicUrl }) }),
  ];
};
