import { ofAggregate } from '@parley/events';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { RosterServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { type AnswerOptions, createAnswers } from './answers';
import { askForBeginning, rebuild, createSources, reportBuilds } from './build';
import type { Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './contacts';
import { aboutMails, EMAILS_DURABLE, onEmails } from './mails';
import { onTickets, TICKETS_DURABLE } from './story';
import { aboutVisits, AGENTS_DURABLE, HELPCENTER_DURABLE, onVisitors } from './visitors';
import { onWorkspace, WORKSPACE_DURABLE } from './consumers';
import { migrations } from './generated/migrations';
import { formerQueues, workJobs } from './jobs';
import { createContacts, createDirectory } from './names';
import { createImplementations } from './rpc';
import { createTicketCounts } from './tickets';
import { makeTurnKey } from './turn';

/** Events of tickets that share a transaction: their facts are read and written by one statement each. */
const TOGETHER = 100;
/** Milliseconds between two such transactions: under load, one has the events of many changes. */
const EVERY_MS = 100;

/** All consumers write the same sums of a project, and none may keep data that another one deletes. */
const inTurn = { turns: ({ projectId }: { projectId: string }) => makeTurnKey(projectId) };

/** Dependencies that a test may replace. */
export interface StatisticsOptions {
  clock?: () => Date;
  answers?: AnswerOptions;
}

/** Composes the statistics service. */
export const createStatistics = (
  platform: Platform,
  { clock = () => new Date(), answers }: StatisticsOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({ name: 'statistics', platform, migrations, clock });
  const deps: Deps = {
    db,
    log,
    sources: createSources(
      createClient(TicketHistoryServiceDefinition, peers.tickets),
      createClient(RosterServiceDefinition, peers.workspace),
    ),
    contacts: createContacts(createClient(ContactDirectoryServiceDefinition, peers.contacts)),
    directory: createDirectory(createClient(DirectoryServiceDefinition, peers.workspace)),
    tickets: createTicketCounts(createClient(TicketsServiceDefinition, peers.tickets)),
    answers: createAnswers(answers),
    clock,
  };
  reportBuilds(platform.metrics, deps);
  events.subscribeTogether(TICKETS_DURABLE, onTickets(deps), {
    ...inTurn,
    about: ofAggregate,
    together: TOGETHER,
    everyMs: EVERY_MS,
  });
  events.subscribe(CONTACTS_DURABLE, onContacts(deps), { ...inTurn, about: ofAggregate, concurrency: 2 });
  events.subscribe(WORKSPACE_DURABLE, onWorkspace, { ...inTurn, concurrency: 2 });
  const visits = { ...inTurn, about: aboutVisits, together: TOGETHER, everyMs: EVERY_MS };
  events.subscribeTogether(HELPCENTER_DURABLE, onVisitors, visits);
  events.subscribeTogether(AGENTS_DURABLE, onVisitors, visits);
  events.subscribe(EMAILS_DURABLE, onEmails, { ...inTurn, about: aboutMails, together: TOGETHER });
  workJobs(jobs, deps);

  return serve({
    implementations: createImplementations(deps),
    prepare: () => askForBeginning(deps),
    formerQueues,
    commands: {
      'statistics:rebuild': (say) => rebuild(deps, say),
    },
  });
};
