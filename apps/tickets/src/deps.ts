import type { Ai } from '@parley/ai';
import type { Effects } from '@parley/effects';
import type { FileStore } from '@parley/files';
import type { Jobs } from '@parley/jobs';
import type { Database } from '@parley/persistence';
import type { Client } from '@parley/rpc';
import type { SearchIndex } from '@parley/search';
import type { Logger } from '@parley/telemetry';
import type { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import type { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import type { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import type { MailboxDirectoryServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import type { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import type { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { NoticeDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import type { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import type { TeamRulesReader } from './assignment';
import type { ConversationWriters } from './conversations';
import type { ReportCount } from './deliveries';
import type { InsertTogether } from './messages';
import type { ServiceLevels, References } from './references';
import type PQueue from 'p-queue';
import type { CreateQueue, TicketTexts } from './tickets';
import type { IsUnread, ReadQueue } from './core';

/** Dependencies of the use cases. */
export interface Deps {
  db: Database;
  log: Logger;
  clock: () => Date;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  jobs: Pick<Jobs, 'attempted' | 'wake'>;
  contacts: Client<ContactDirectoryServiceDefinition>;
  companies: Client<CompanyDirectoryServiceDefinition>;
  agentAnswers: Client<AgentAnswersServiceDefinition>;
  comparison: Client<TicketComparisonServiceDefinition>;
  assignmentDirectory: Client<AssignmentDirectoryServiceDefinition>;
  contactLookup: Client<ContactLookupServiceDefinition>;
  directory: Client<DirectoryServiceDefinition>;
  mailboxes: Client<MailboxDirectoryServiceDefinition>;
  references: References;
  teamRules: TeamRulesReader;
  serviceLevels: ServiceLevels;
  creates: CreateQueue;
  messageInserts: InsertTogether;
  conversationWriters: ConversationWriters;
  reads: ReadQueue;
  isUnread: IsUnread;
  ticketTexts: TicketTexts;
  search: SearchIndex;
  ai: Ai;
  messageSearch: SearchIndex;
  noticeDirectory: Client<NoticeDirectoryServiceDefinition>;
  realtime: Pick<Client<RealtimeServiceDefinition>, 'listTicketViewers'>;
  memberships: Client<TeamMembershipServiceDefinition>;
  /** Sender of mails; its domain makes the Message-IDs. */
  mailFrom: string;
  /** Where files of received mails go. */
  files: FileStore;
  /** Address of the gateway as clients see it. */
  publicUrl: string;
  /** Mails that are received at a time. */
  inboundTurns: PQueue;
  countReport: ReportCount;
  /** Seconds between a bulk reply to many tickets and its scheduled replies. */
  scheduledReplyDelaySeconds: number;
  /** Seconds that a mail waits for a contact who may read its message live. */
  missedMailDelaySeconds: number;
  /** Seconds in which notices to a person about a ticket gather for one mail. */
  noticeMailDelaySeconds: number;
  /** Names of mail servers that are trusted with results of authentication. */
  trustedAuthserv: readonly string[];
  /** Wakes the relay of events. */
  wakeEvents(): void;
}
