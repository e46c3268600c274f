import { type Events, ofAggregate } from '@parley/events';
import { DomainError } from '@parley/errors';
import { type Jobs } from '@parley/jobs';
import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { createClient, type ServiceImplementation } from '@parley/rpc';
import { type Platform } from '@parley/runtime';
import { ask } from './answers/ask';
import { type Deps } from './deps';
import { type EvalDeps } from './evals/deps';
import {
  JUDGED_CONTACTS_DURABLE,
  JUDGED_TICKETS_DURABLE,
  onContactDeleted,
  onTicketDeleted,
} from './evals/on-judged-gone';
import { createRunWorker, runJob } from './evals/work-run';
import { discardJob, readingJob } from './code/archive-jobs';
import { type CodeDeps } from './code/deps';
import { createArchiveReader, createDiscarder } from './code/index-repository';
import { crawlJob } from './websites/crawl-job';
import { createCrawler } from './crawl/run-crawl';
import { aiModelsRpc } from './rpc/ai-models.rpc';
import { codeRpc } from './rpc/code.rpc';
import { evalsRpc } from './rpc/evals.rpc';
import { websitesRpc } from './rpc/websites.rpc';
import { readQuestion } from './search/question.input';
import { findHits } from './search/search';
import { type WebsiteDeps } from './websites/deps';

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
  return [websitesRpc(websites), codeRpc(code), aiModelsRpc(), ...evalsRpc(evals)];
};
