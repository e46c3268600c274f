import type { Ai } from '@parley/ai';
import type { Effects } from '@parley/effects';
import type { Broadcast, Events } from '@parley/events';
import type { Jobs } from '@parley/jobs';
import type { Database } from '@parley/persistence';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import type { LinkPreviewServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/link_preview_service';
import type { BotActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import type { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Signers } from '@parley/realtime';
import type { Client } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  contacts: Client<ContactsServiceDefinition>;
  /** Contacts by what their widgets present. */
  sessions: Client<ContactDirectoryServiceDefinition>;
  /** The widget's operations; a customer's back end calls them for the contact. */
  widgets: Client<WidgetServiceDefinition>;
  /** Tickets as their contacts see them. */
  conversations: Client<ConversationsServiceDefinition>;
  /** Members and teams of projects. */
  directory: Client<DirectoryServiceDefinition>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  /** What workflows and AI agents do in conversations. */
  bots: Client<BotActionsServiceDefinition>;
  /** Answers from what contacts may see. */
  agentAnswers: Client<AgentAnswersServiceDefinition>;
  /** Pages that messages link to. */
  linkPreviews: Client<LinkPreviewServiceDefinition>;
  ai: Pick<Ai, 'chooseTools'>;
  /** Emits to other services which questions AI agents were asked. */
  events: Pick<Events, 'append' | 'wake'>;
  /** Who goes on with runs. */
  jobs: Pick<Jobs, 'attempted'>;
  /** Who signs for the channels of projects. */
  signers: Signers;
  /** Broadcasts to the realtime service; only current listeners get it. */
  broadcast: Pick<Broadcast, 'publish'>;
  clock: () => Date;
}
