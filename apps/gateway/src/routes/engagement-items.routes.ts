import { ChecklistsServiceDefinition as checklists } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { TooltipsServiceDefinition as tooltips } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { CobrowseToursServiceDefinition as cobrowseTours } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { BannersServiceDefinition as banners } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition as chatMessages } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { EngagementEmailsServiceDefinition as engagementEmails } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { operation } from '../rest';

const list = {
  surface: 'dashboard',
  permission: 'ENGAGEMENT_FIND',
  filter: true,
  page: { default: 1000, max: 100 },
  out: { text: 'text', of: 'items', ask: 'asText' },
} as const;

const create = {
  surface: 'dashboard',
  permission: 'ENGAGEMENT_CREATE',
  into: 'item',
  out: 'item',
  errors: ['PAYLOAD_TOO_LARGE'],
} as const;

/** What may stand in the way of a change. */
const changes = ['INVALID_STATUS_TRANSITION', 'ENGAGEMENT_LIVE'] as const;

/** Items that the team shows or mails to contacts: a group of operations for each kind. */
export const engagementItemOperations = [
  operation('engagement.list-checklists', 'GET /engagement/checklists', checklists, 'listChecklists', list),
  operation(
    'engagement.create-checklist',
    'POST /engagement/checklists',
    checklists,
    'createChecklist',
    create,
  ),
  operation(
    'engagement.get-checklist',
    'GET /engagement/checklists/{checklistId}',
    checklists,
    'getChecklist',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_FIND',
      errors: ['CHECKLIST_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation(
    'engagement.update-checklist',
    'PUT /engagement/checklists/{checklistId}',
    checklists,
    'updateChecklist',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_UPDATE',
      errors: ['CHECKLIST_NOT_FOUND', ...changes],
      into: 'item',
      out: 'item',
    },
  ),
  operation(
    'engagement.delete-checklist',
    'DELETE /engagement/checklists/{checklistId}',
    checklists,
    'deleteChecklist',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_DELETE',
      errors: ['CHECKLIST_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation('engagement.list-tooltips', 'GET /engagement/tooltips', tooltips, 'listTooltips', list),
  operation('engagement.create-tooltip', 'POST /engagement/tooltips', tooltips, 'createTooltip', create),
  operation('engagement.get-tooltip', 'GET /engagement/tooltips/{tooltipId}', tooltips, 'getTooltip', {
    surface: 'dashboard',
    permission: 'ENGAGEMENT_FIND',
    errors: ['TOOLTIP_NOT_FOUND'],
    out: 'item',
  }),
  operation('engagement.update-tooltip', 'PUT /engagement/tooltips/{tooltipId}', tooltips, 'updateTooltip', {
    surface: 'dashboard',
    permission: 'ENGAGEMENT_UPDATE',
    errors: ['TOOLTIP_NOT_FOUND', ...changes],
    into: 'item',
    out: 'item',
  }),
  operation(
    'engagement.delete-tooltip',
    'DELETE /engagement/tooltips/{tooltipId}',
    tooltips,
    'deleteTooltip',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_DELETE',
      errors: ['TOOLTIP_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation('engagement.list-cobrowse', 'GET /engagement/cobrowse', cobrowseTours, 'listCobrowseTours', list),
  operation(
    'engagement.create-cobrowse',
    'POST /engagement/cobrowse',
    cobrowseTours,
    'createCobrowseTour',
    create,
  ),
  operation(
    'engagement.get-cobrowse',
    'GET /engagement/cobrowse/{cobrowseProductTourId}',
    cobrowseTours,
    'getCobrowseTour',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_FIND',
      errors: ['COBROWSE_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation(
    'engagement.update-cobrowse',
    'PUT /engagement/cobrowse/{cobrowseProductTourId}',
    cobrowseTours,
    'updateCobrowseTour',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_UPDATE',
      errors: ['COBROWSE_NOT_FOUND', ...changes],
      into: 'item',
      out: 'item',
    },
  ),
  operation(
    'engagement.delete-cobrowse',
    'DELETE /engagement/cobrowse/{cobrowseProductTourId}',
    cobrowseTours,
    'deleteCobrowseTour',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_DELETE',
      errors: ['COBROWSE_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation('engagement.list-banners', 'GET /engagement/banners', banners, 'listBanners', list),
  operation('engagement.create-banner', 'POST /engagement/banners', banners, 'createBanner', create),
  operation('engagement.get-banner', 'GET /engagement/banners/{bannerId}', banners, 'getBanner', {
    surface: 'dashboard',
    permission: 'ENGAGEMENT_FIND',
    errors: ['BANNER_NOT_FOUND'],
    out: 'item',
  }),
  operation('engagement.update-banner', 'PUT /engagement/banners/{bannerId}', banners, 'updateBanner', {
    surface: 'dashboard',
    permission: 'ENGAGEMENT_UPDATE',
    errors: ['BANNER_NOT_FOUND', ...changes],
    into: 'item',
    out: 'item',
  }),
  operation('engagement.delete-banner', 'DELETE /engagement/banners/{bannerId}', banners, 'deleteBanner', {
    surface: 'dashboard',
    permission: 'ENGAGEMENT_DELETE',
    errors: ['BANNER_NOT_FOUND'],
    out: 'item',
  }),
  operation(
    'engagement.list-chat-messages',
    'GET /engagement/chat-messages',
    chatMessages,
    'listChatMessages',
    list,
  ),
  operation(
    'engagement.create-chat-message',
    'POST /engagement/chat-messages',
    chatMessages,
    'createChatMessage',
    create,
  ),
  operation(
    'engagement.get-chat-message',
    'GET /engagement/chat-messages/{chatMessageId}',
    chatMessages,
    'getChatMessage',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_FIND',
      errors: ['CHAT_MESSAGE_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation(
    'engagement.update-chat-message',
    'PUT /engagement/chat-messages/{chatMessageId}',
    chatMessages,
    'updateChatMessage',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_UPDATE',
      errors: ['CHAT_MESSAGE_NOT_FOUND', ...changes],
      into: 'item',
      out: 'item',
    },
  ),
  operation(
    'engagement.delete-chat-message',
    'DELETE /engagement/chat-messages/{chatMessageId}',
    chatMessages,
    'deleteChatMessage',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_DELETE',
      errors: ['CHAT_MESSAGE_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation(
    'engagement.list-emails',
    'GET /engagement/emails',
    engagementEmails,
    'listEngagementEmails',
    list,
  ),
  operation(
    'engagement.create-email',
    'POST /engagement/emails',
    engagementEmails,
    'createEngagementEmail',
    create,
  ),
  operation(
    'engagement.get-email',
    'GET /engagement/emails/{engagementEmailId}',
    engagementEmails,
    'getEngagementEmail',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_FIND',
      errors: ['ENGAGEMENT_EMAIL_NOT_FOUND'],
      out: 'item',
    },
  ),
  operation(
    'engagement.update-email',
    'PUT /engagement/emails/{engagementEmailId}',
    engagementEmails,
    'updateEngagementEmail',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_UPDATE',
      errors: ['ENGAGEMENT_EMAIL_NOT_FOUND', ...changes],
      into: 'item',
      out: 'item',
    },
  ),
  operation(
    'engagement.delete-email',
    'DELETE /engagement/emails/{engagementEmailId}',
    engagementEmails,
    'deleteEngagementEmail',
    {
      surface: 'dashboard',
      permission: 'ENGAGEMENT_DELETE',
      errors: ['ENGAGEMENT_EMAIL_NOT_FOUND'],
      out: 'item',
    },
  ),
];
