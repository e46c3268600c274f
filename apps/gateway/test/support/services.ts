import {
  type CallContext,
  createLocalCaller,
  type Caller,
  type ServiceImplementation,
  type ServiceDefinition,
} from '@parley/rpc';
import { CommerceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactImportsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { ContactEventsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { ContactLifecycleServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { CompaniesServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { ContactMemoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { CompanyTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { ContactTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { MessageDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import { MessageTemplatesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketExportsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import { TicketImportServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { TicketLogsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { TicketSearchServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { FeatureRequestsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import { HandOverServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { InboundEmailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import { InboxServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import { TicketMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import { TrackerTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { EmailTemplatesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { TooltipsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { EngagementEditorServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_editor_service';
import { EngagementMailServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_mail_service';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { EmailStatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { RawDataServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import { StatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { AgentEvalsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_evals_service';
import { AiModelsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ai_models_service';
import { CodeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { EvalDatasetsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { WebsitesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { ContentServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { WidgetEngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { ContactChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { EngagementResultsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { PipelineBulkServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { PipelineEntriesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { PipelineFieldsServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { PipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { FrontendToolsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import { AgentsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { S2sContactsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import { S2sConversationsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { StreamServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { FeedbackServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { UploadsServiceDefinition } from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import { CustomComponentsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { ProjectsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { WebhooksServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';

/** A call that a stub received. */
export interface ReceivedCall {
  rpc: string;
  request: Record<string, unknown>;
  context: CallContext;
}

/** What stubs answer, by RPC key; an RPC without an entry answers an empty message. */
export type Answers = Record<string, (request: never, context: CallContext) => unknown>;

const groups: Record<string, ServiceDefinition[]> = {
  gateway: [UploadsServiceDefinition],
  workspace: [
    UsersServiceDefinition,
    OrganisationsServiceDefinition,
    ProjectsServiceDefinition,
    ProjectMembersServiceDefinition,
    InvitationsServiceDefinition,
    TeamsServiceDefinition,
    CustomComponentsServiceDefinition,
    WebhooksServiceDefinition,
    ServiceAccountsServiceDefinition,
    DirectoryServiceDefinition,
  ],
  contacts: [
    ContactsServiceDefinition,
    ContactImportsServiceDefinition,
    CommerceServiceDefinition,
    CompaniesServiceDefinition,
    ContactMemoryServiceDefinition,
    ContactLifecycleServiceDefinition,
    ContactEventsServiceDefinition,
    MailSubscriptionServiceDefinition,
    WidgetServiceDefinition,
    ContactDirectoryServiceDefinition,
  ],
  helpcenter: [
    CollectionsServiceDefinition,
    ArticlesServiceDefinition,
    RedirectsServiceDefinition,
    TranslationsServiceDefinition,
    EmailTemplatesServiceDefinition,
    VisitorServiceDefinition,
    SiteServiceDefinition,
    FeedbackServiceDefinition,
  ],
  pipelines: [
    PipelinesServiceDefinition,
    PipelineFieldsServiceDefinition,
    PipelineEntriesServiceDefinition,
    PipelineBulkServiceDefinition,
  ],
  statistics: [
    StatisticsServiceDefinition,
    EmailStatisticsServiceDefinition,
    RawDataServiceDefinition,
    PresenceServiceDefinition,
  ],
  engagement: [
    ChecklistsServiceDefinition,
    TooltipsServiceDefinition,
    CobrowseToursServiceDefinition,
    BannersServiceDefinition,
    ChatMessagesServiceDefinition,
    EngagementEmailsServiceDefinition,
    EngagementEditorServiceDefinition,
    EngagementMailServiceDefinition,
    MailTrackingServiceDefinition,
    EngagementResultsServiceDefinition,
    ContactChecklistsServiceDefinition,
    WidgetEngagementsServiceDefinition,
  ],
  knowledge: [
    ContentServiceDefinition,
    KnowledgeServiceDefinition,
    AgentEvalsServiceDefinition,
    AiModelsServiceDefinition,
    CodeServiceDefinition,
    EvalDatasetsServiceDefinition,
    EvalRunsServiceDefinition,
    WebsitesServiceDefinition,
  ],
  s2s: [
    S2sContactsServiceDefinition,
    S2sConversationsServiceDefinition,
    StreamServiceDefinition,
    WorkflowsServiceDefinition,
    AgentsServiceDefinition,
    FrontendToolsServiceDefinition,
  ],
  realtime: [RealtimeServiceDefinition],
  tickets: [
    MessageDirectoryServiceDefinition,
    HandOverServiceDefinition,
    InboxServiceDefinition,
    TicketMergeServiceDefinition,
    TrackerTicketsServiceDefinition,
    FeatureRequestsServiceDefinition,
    TicketsServiceDefinition,
    CompanyTicketsServiceDefinition,
    ContactTicketsServiceDefinition,
    TicketBulkServiceDefinition,
    TicketImportServiceDefinition,
    MessagesServiceDefinition,
    InboundEmailServiceDefinition,
    MessageTemplatesServiceDefinition,
    TicketExportsServiceDefinition,
    TicketLogsServiceDefinition,
    TicketSearchServiceDefinition,
  ],
};

/** Stand-ins of the remote services: they record what they get and answer what the test says. */
export const createStubServices = (
  answers: Answers,
): {
  calls: ReceivedCall[];
  implementations: Record<string, ServiceImplementation[]>;
  callers: Record<string, Caller>;
} => {
  const calls: ReceivedCall[] = [];
  const stub = (definition: ServiceDefinition): ServiceImplementation => ({
    definition,
    handlers: Object.fromEntries(
      Object.entries(definition.methods).map(([rpc, { responseStream }]) => {
        const answer = async (request: never, context: CallContext): Promise<unknown> => {
          // The gateway asks for released files again and again, whatever a test does.
          if (definition !== FileReferencesServiceDefinition) calls.push({ rpc, request, context });
          return (await answers[rpc]?.(request, context)) ?? {};
        };
        const stream = async function* (request: never, context: CallContext): AsyncGenerator<unknown> {
          const given = await answer(request, context);
          if (Symbol.asyncIterator in Object(given)) yield* given as AsyncIterable<unknown>;
          else yield given;
        };
        return [rpc, responseStream ? stream : answer];
      }),
    ),
  });
  const observer = {
    finished: () => undefined,
    within: <T>(_path: string, _context: CallContext, run: () => T): T => run(),
  };
  const implementations = Object.fromEntries(
    Object.entries(groups).map(([name, definitions]) => [
      name,
      [...definitions, FileReferencesServiceDefinition].map(stub),
    ]),
  );
  const callers = Object.fromEntries(
    Object.entries(implementations).map(([name, services]) => [name, createLocalCaller(services, observer)]),
  );
  return { calls, implementations, callers };
};
