import type { Operation } from '../rest';
import { companyOperations } from './companies.routes';
import { contactLifecycleOperations } from './contact-lifecycle.routes';
import { contactMemoryOperations } from './contact-memory.routes';
import { commerceOperations } from './commerce.routes';
import { contactImportOperations } from './contact-imports.routes';
import { emailTemplateOperations } from './email-templates.routes';
import { pushOperations } from './push.routes';
import { engagementsOperations } from './engagements.routes';
import { engagementOperations } from './engagement.routes';
import { engagementItemOperations } from './engagement-items.routes';
import { engagementMailOperations } from './engagement-mails.routes';
import { realtimeOperations } from './realtime.routes';
import { redirectOperations } from './redirects.routes';
import { translationOperations } from './translations.routes';
import { customComponentOperations } from './custom-components.routes';
import { inboxOperations } from './inbox.routes';
import { inboxSessionOperations } from './inbox-session.routes';
import { inboundEmailOperations } from './inbound-email.routes';
import { helpcenterArticleOperations } from './helpcenter-articles.routes';
import { helpcenterCollectionOperations } from './helpcenter-collections.routes';
import { helpcenterImportOperations } from './helpcenter-imports.routes';
import { helpcenterStateOperations } from './helpcenter-versions.routes';
import { helpcenterVisitorOperations } from './helpcenter-visitor.routes';
import { invitationOperations } from './invitations.routes';
import { agentEvalOperations } from './agent-evals.routes';
import { codeOperations } from './code.routes';
import { knowledgeOperations } from './knowledge.routes';
import { websiteOperations } from './websites.routes';
import { mailboxOperations } from './mailboxes.routes';
import { messageTemplateOperations } from './message-templates.routes';
import { messageOperations } from './messages.routes';
import { organisationOperations } from './organisations.routes';
import { pipelineOperations } from './pipelines.routes';
import { pipelineEntryOperations } from './pipeline-entries.routes';
import { projectMemberOperations } from './project-members.routes';
import { projectOperations } from './projects.routes';
import { s2sConversationOperations } from './s2s-conversations.routes';
import { s2sOperations } from './s2s.routes';
import { serverClientOperations } from './server-client.routes';
import { serviceAccountOperations } from './service-accounts.routes';
import { sessionActivityOperations } from './session-activities.routes';
import { sessionOperations } from './sessions.routes';
import { statisticsOperations } from './statistics.routes';
import { teamOperations } from './teams.routes';
import { ticketActionOperations } from './ticket-actions.routes';
import { ticketBulkOperations } from './ticket-bulk.routes';
import { ticketExportOperations } from './ticket-exports.routes';
import { ticketImportOperations } from './ticket-import.routes';
import { ticketSearchOperations } from './ticket-search.routes';
import { featureRequestOperations } from './feature-requests.routes';
import { ticketMergeOperations } from './ticket-merge.routes';
import { trackerTicketOperations } from './tracker-tickets.routes';
import { ticketOperations } from './tickets.routes';
import { uploadOperations } from './uploads.routes';
import { userOperations } from './users.routes';
import { viewOperations } from './views.routes';
import { webhookOperations } from './webhooks.routes';
import { youtubeSourceOperations } from './youtube-sources.routes';
import { workflowOperations } from './workflows.routes';
import { widgetConversationOperations } from './widget-conversations.routes';
import { widgetOperations } from './widget.routes';

/** Every public operation. */
export const operations: readonly Operation[] = [
  ...userOperations,
  ...inboxOperations,
  ...inboxSessionOperations,
  ...organisationOperations,
  ...projectOperations,
  ...projectMemberOperations,
  ...invitationOperations,
  ...teamOperations,
  ...viewOperations,
  ...serviceAccountOperations,
  ...sessionOperations,
  ...contactImportOperations,
  ...commerceOperations,
  ...contactLifecycleOperations,
  ...sessionActivityOperations,
  ...contactMemoryOperations,
  ...companyOperations,
  ...widgetOperations,
  ...widgetConversationOperations,
  ...s2sOperations,
  ...s2sConversationOperations,
  ...serverClientOperations,
  ...realtimeOperations,
  ...ticketOperations,
  ...ticketMergeOperations,
  ...trackerTicketOperations,
  ...featureRequestOperations,
  ...ticketSearchOperations,
  ...ticketExportOperations,
  ...ticketActionOperations,
  ...ticketBulkOperations,
  ...ticketImportOperations,
  ...messageOperations,
  ...inboundEmailOperations,
  ...mailboxOperations,
  ...messageTemplateOperations,
  ...customComponentOperations,
  ...helpcenterCollectionOperations,
  ...helpcenterArticleOperations,
  ...helpcenterStateOperations,
  ...helpcenterImportOperations,
  ...pipelineOperations,
  ...workflowOperations,
  ...pipelineEntryOperations,
  ...knowledgeOperations,
  ...websiteOperations,
  ...youtubeSourceOperations,
  ...codeOperations,
  ...agentEvalOperations,
  ...redirectOperations,
  ...translationOperations,
  ...emailTemplateOperations,
  ...engagementItemOperations,
  ...engagementMailOperations,
  ...engagementOperations,
  ...engagementsOperations,
  ...pushOperations,
  ...statisticsOperations,
  ...helpcenterVisitorOperations,
  ...webhookOperations,
  ...uploadOperations,
];
