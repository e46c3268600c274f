import { BotActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { CompanyTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { ContactMailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { ContactTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { FeatureRequestsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import { HandOverServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { InboundEmailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import { InboxServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import { MailDeliveryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import { MessageDraftsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import { MessageDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import { MessageTemplatesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import { TicketImportServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { TicketLogsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { TicketMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import { TicketSearchServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { TrackerTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as actions from '../actions';
import * as activities from '../activities';
import * as bots from '../bots';
import * as bulk from '../bulk';
import * as companies from '../companies';
import * as contactMails from '../contact-mails';
import * as contacts from '../contacts';
import * as conversations from '../conversations';
import * as drafts from '../drafts';
import * as featureRequests from '../feature-requests';
import * as handOver from '../hand-over';
import * as histories from '../histories';
import * as imports from '../import';
import * as inbound from '../inbound';
import * as inbox from '../inbox';
import * as knowledge from '../knowledge';
import * as logs from '../logs';
import * as merge from '../merge';
import * as messageDrafts from '../message-drafts';
import * as messages from '../messages';
import * as search from '../search';
import * as templates from '../templates';
import * as tickets from '../tickets';
import * as trackers from '../trackers';
import * as transcripts from '../transcripts';
import * as translations from '../translations';
import type { Deps } from '../deps';
import { showUnread } from './show-unread';
import { ticketDirectoryRpc } from './ticket-directory.rpc';
import { ticketExportsRpc } from './ticket-exports.rpc';

const actionNames = Object.keys(actions) as (keyof typeof actions)[];

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, BotActionsServiceDefinition, bots, 'applyBotAction'),
  implementWith(deps, CompanyStampServiceDefinition, companies),
  implementWith(deps, CompanyTicketsServiceDefinition, showUnread(companies, 'listCompanyTickets')),
  implementWith(deps, ContactMailServiceDefinition, contactMails),
  implementWith(deps, ContactMergeServiceDefinition, contacts),
  implementWith(deps, ContactTicketsServiceDefinition, showUnread(activities, 'listContactActivities')),
  implementWith(
    deps,
    ConversationsServiceDefinition,
    {
      ...conversations,
      readConversation: conversations.markConversationRead,
      sendConversationTranscript: transcripts.sendConversationTranscript,
    },
    'createConversation',
    'sendConversationTranscript',
  ),
  implementWith(deps, FeatureRequestsServiceDefinition, featureRequests),
  implementWith(deps, HandOverServiceDefinition, handOver),
  implementWith(deps, InboundEmailServiceDefinition, inbound),
  implementWith(deps, InboxServiceDefinition, showUnread(inbox, 'listUnifiedInbox', 'getUnifiedInboxTicket')),
  implementWith(deps, MailDeliveryServiceDefinition, inbound),
  implementWith(deps, MessageDirectoryServiceDefinition, messages),
  implementWith(deps, MessageDraftsServiceDefinition, {
    ...messageDrafts,
    draftReply: drafts.draftReply,
    translateReply: translations.translateReply,
  }),
  implementWith(deps, MessageTemplatesServiceDefinition, templates, 'createMessageTemplate'),
  implementWith(
    deps,
    MessagesServiceDefinition,
    { ...messages, translateMessage: translations.translateMessage },
    'answerFaqSuggestion',
  ),
  implementWith(deps, TicketActionsServiceDefinition, showUnread(actions, ...actionNames)),
  implementWith(deps, TicketBulkServiceDefinition, bulk),
  implementWith(deps, TicketExchangeServiceDefinition, conversations),
  implementWith(deps, TicketHistoryServiceDefinition, histories),
  implementWith(deps, TicketImportServiceDefinition, imports, 'importTickets'),
  implementWith(deps, TicketLogsServiceDefinition, logs),
  implementWith(deps, TicketMergeServiceDefinition, showUnread(merge, 'mergeTickets')),
  implementWith(
    deps,
    TicketSearchServiceDefinition,
    showUnread(search, 'findTicketsBySession', 'getNotificationTicket', 'searchTicketsExtended'),
  ),
  implementWith(deps, TicketTextServiceDefinition, knowledge),
  implementWith(
    deps,
    TicketsServiceDefinition,
    {
      ...showUnread(tickets, 'listTickets', 'searchTickets', 'updateTicket'),
      sendTranscript: transcripts.sendTranscript,
    },
    'createTicket',
    'composeTicket',
    'sendTranscript',
  ),
  implementWith(deps, TrackerTicketsServiceDefinition, trackers, 'createTrackerTicket'),
  ticketDirectoryRpc(deps),
  ticketExportsRpc(deps),
];
