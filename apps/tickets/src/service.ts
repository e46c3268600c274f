import type { ConfigOf } from '@parley/config';
import { createEffects } from '@parley/effects';
import { ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import { type Database, prismaAdapter } from '@parley/persistence';
import type { Jobs } from '@parley/jobs';
import { createClient } from '@parley/rpc';
import { type Platform, type ServiceModule, WATCHED_REST_MS } from '@parley/runtime';
import { openService } from '@parley/service';
import {
  createIndexer,
  type Indexer,
  createMeilisearchIndex,
  createPostgresIndex,
  type IndexDefinition,
  type Rebuilt,
  rebuildSearch,
  type SearchIndex,
} from '@parley/search';
import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { MailboxDirectoryServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import { MailboxSenderServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { NoticeDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { createDrainer, queuesJob, createTeamRules } from './assignment';
import PQueue from 'p-queue';
import { createReplier, readLateness } from './bulk';
import type { ticketsTable } from './config';
import { createSettler, unknownContactsJob } from './contacts';
import { createFollower, departuresJob } from './departures';
import { createReportCount, noteMail } from './deliveries';
import type { Deps } from './deps';
import {
  CONTACTS_DURABLE,
  onContact,
  onUserUpdated,
  USERS_DURABLE,
  onWorkspaceChange,
  WORKSPACE_DURABLE,
} from './consumers';
import { PrismaClient } from './generated/prisma/client';
import { migrations } from './generated/migrations';
import { createScanner, scanJob } from './feature-requests';
import { formerQueues, reportLags } from './jobs';
import {
  createNoticeGiver,
  gatherNotices,
  givesNotice,
  noticeJob,
  NOTICES_DURABLE,
  onTicketEvents,
} from './notices';
import {
  MESSAGE_INDEX,
  messageIndex,
  allDocuments,
  countDocuments,
  loadDocuments,
  createIsUnread,
  createReadQueue,
  TICKET_INDEX,
  ticketIndex,
  readTicketsAnywhere,
  repliesJob,
} from './core';
import {
  allMessageDocuments,
  countMessageDocuments,
  loadMessageDocuments,
  createInsertTogether,
} from './messages';
import { createHoursLearner, hoursJob, createReferences, createServiceLevels } from './references';
import { createImplementations } from './rpc';
import { createBrands, createFindSender, createMailboxTransport, finishMail, gatherMissed } from './mails';
import { createConversationWriters } from './conversations';
import { gatherTranscript } from './transcripts';
import {
  createBreacher,
  overdueJob,
  createCreateQueue,
  createTicketTexts,
  insertTickets,
  createWaker,
  snoozeJob,
} from './tickets';

export { ticketsTable } from './config';

/** Mails that are received at a time; one may hold a few times its 30 MB. */
const INBOUND_TURNS = 4;

/** Dependencies that a test may replace. */
export interface TicketsOptions {
  clock?: () => Date;
}

const openIndex = ({ searchEngine }: Platform, db: Database, definition: IndexDefinition): SearchIndex => {
  if (searchEngine.kind === 'postgres') return createPostgresIndex({ db, definition });
  const { url, apiKey } = searchEngine;
  return createMeilisearchIndex({ url, definition, ...(apiKey !== undefined && { apiKey }) });
};

/** Composes the tickets service. */
export const createTickets = (
  config: ConfigOf<typeof ticketsTable>,
  platform: Platform,
  { clock = () => new Date() }: TicketsOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({ name: 'tickets', platform, migrations, clock });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db) });
  const contacts = createClient(ContactDirectoryServiceDefinition, peers.contacts);
  const directory = createClient(DirectoryServiceDefinition, peers.workspace);
  const search = openIndex(platform, db, ticketIndex);
  const messageSearch = openIndex(platform, db, messageIndex);
  const senders = createClient(MailboxSenderServiceDefinition, peers.mail);
  const brands = createBrands(directory, log);
  const [gather, gatherMade] = [gatherMissed(db), gatherTranscript(db, brands)];
  const findSender = createFindSender(senders, log);
  const { inboundDomain } = config;
  const finish = finishMail({ db, brands, findSender, inboundDomain });
  const mail = createMailWorker({
    db,
    jobs,
    transport: createMailboxTransport(platform.mail, senders),
    log,
    gather: (taken) => {
      if (taken.mail.notice) return gatherNotice(taken);
      return (taken.mail.transcriptOf === undefined ? gather : gatherMade)(taken);
    },
    finish,
    notes: { write: noteMail({ clock }), written: () => events.wake() },
  });
  const indexer = createTicketIndexer(platform, db, search);
  const messageIndexer = createMessageIndexer(platform, db, messageSearch);
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
  const deps: Deps = composeDeps(config, platform, {
    ...{ db, clock, effects, jobs, prisma, contacts, directory, search, messageSearch },
    wakeEvents: () => {
      events.wake();
      indexer.wake();
      messageIndexer.wake();
    },
  });
  const gatherNotice = gatherNotices({ ...deps, brands, findSender, inboundDomain });
  workJobs(jobs, deps);
  jobs.work(noticeJob, createNoticeGiver({ ...deps, brands }));
  reportLags(platform.metrics, {
    scheduledReplies: { lateness: () => readLateness(db, clock()) },
  });
  events.subscribe(CONTACTS_DURABLE, onContact(deps), { about: ofAggregate });
  events.subscribeTogether(NOTICES_DURABLE, onTicketEvents(deps), {
    concerns: givesNotice,
    together: 50,
    everyMs: 100,
  });
  events.subscribe(USERS_DURABLE, onUserUpdated);
  events.subscribe(WORKSPACE_DURABLE, onWorkspaceChange(deps));

  return serve({
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
    mail,
    indexers: [indexer, messageIndexer],
    health: {
      search: () => search.health(),
      mail: () => platform.mail.health(),
      ai: () => platform.ai.health(),
    },
    commands: {
      'search:rebuild': async (say) => {
        const indexes: Rebuilt[] = [
          { noun: 'tickets', indexer, count: () => countDocuments(db) },
          { noun: 'messages', indexer: messageIndexer, count: () => countMessageDocuments(db) },
        ];
        const done: string[] = [];
        for (const index of indexes) done.push(await rebuildSearch(index, say));
        return done.join('\n');
      },
    },
    formerQueues,
    close: () => prisma.$disconnect(),
  });
};

/** Keeps the search of tickets up to date. */
const createTicketIndexer = ({ log }: Platform, db: Database, index: SearchIndex): Indexer =>
  createIndexer({
    db,
    index,
    indexName: TICKET_INDEX,
    load: (projectId, ids) => loadDocuments(db, projectId, ids),
    source: () => allDocuments(db),
    idleInterval: WATCHED_REST_MS,
    onError: (error) => log.error({ err: error }, 'Tickets could not be indexed'),
  });

/** Keeps the search of messages up to date. */
const createMessageIndexer = ({ log }: Platform, db: Database, index: SearchIndex): Indexer =>
  createIndexer({
    db,
    index,
    indexName: MESSAGE_INDEX,
    load: (projectId, ids) => loadMessageDocuments(db, projectId, ids),
    source: () => allMessageDocuments(db),
    idleInterval: WATCHED_REST_MS,
    onError: (error) => log.error({ err: error }, 'Messages could not be indexed'),
  });

const workJobs = (jobs: Jobs, deps: Deps): void => {
  jobs.work(repliesJob, createReplier(deps));
  jobs.work(snoozeJob, createWaker(deps));
  jobs.work(overdueJob, createBreacher(deps));
  jobs.work(queuesJob, createDrainer(deps));
  jobs.work(departuresJob, createFollower(deps));
  jobs.work(unknownContactsJob, createSettler(deps));
  jobs.work(hoursJob, createHoursLearner(deps));
  jobs.work(scanJob, createScanner(deps));
};

type Opened =
  'db' | 'clock' | 'effects' | 'jobs' | 'contacts' | 'directory' | 'search' | 'messageSearch' | 'wakeEvents';

/** Dependencies that the parts of the service share, from those that are open and from other services. */
const composeDeps = (
  config: ConfigOf<typeof ticketsTable>,
  platform: Platform,
  { prisma, ...opened }: Pick<Deps, Opened> & { prisma: PrismaClient },
): Deps => {
  const { log, peers } = platform;
  const { db, contacts, directory } = opened;
  const assignmentDirectory = createClient(AssignmentDirectoryServiceDefinition, peers.workspace);
  const companies = createClient(CompanyDirectoryServiceDefinition, peers.contacts);
  const isUnread = createIsUnread(db);
  return {
    ...opened,
    log,
    companies,
    contactLookup: createClient(ContactLookupServiceDefinition, peers.contacts),
    agentAnswers: createClient(AgentAnswersServiceDefinition, peers.knowledge),
    comparison: createClient(TicketComparisonServiceDefinition, peers.knowledge),
    assignmentDirectory,
    teamRules: createTeamRules(assignmentDirectory),
    serviceLevels: createServiceLevels({ companies, log }),
    references: createReferences({ db, prisma, contacts, directory }),
    messageInserts: createInsertTogether(db),
    conversationWriters: createConversationWriters(db),
    creates: createCreateQueue((projectId, tickets) => insertTickets(db, projectId, tickets)),
    ticketTexts: createTicketTexts(db, isUnread),
    reads: createReadQueue((keys) => readTicketsAnywhere(db, keys)),
    isUnread,
    ai: platform.ai,
    mailboxes: createClient(MailboxDirectoryServiceDefinition, peers.mail),
    noticeDirectory: createClient(NoticeDirectoryServiceDefinition, peers.workspace),
    realtime: createClient(RealtimeServiceDefinition, peers.realtime),
    memberships: createClient(TeamMembershipServiceDefinition, peers.workspace),
    mailFrom: platform.mailFrom,
    files: platform.files,
    publicUrl: platform.publicUrl,
    inboundTurns: new PQueue({ concurrency: INBOUND_TURNS }),
    countReport: createReportCount(platform.metrics),
    scheduledReplyDelaySeconds: config.scheduledReplyDelaySeconds,
    missedMailDelaySeconds: config.missedMailDelaySeconds,
    noticeMailDelaySeconds: config.noticeMailDelaySeconds,
    trustedAuthserv: config.mailTrustedAuthserv,
  };
};
