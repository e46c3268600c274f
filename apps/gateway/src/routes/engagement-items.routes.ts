import { ChecklistsServiceDefinition as checklists } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { TooltipsServiceDefinition as tooltips } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { CobrowseToursServiceDefinition as cobrowseTours } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { BannersServiceDefinition as banners } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition as chatMessages } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { EngagementEmailsServiceDefinition as engagementEmails } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { operation } from '../rest';

const list = {
  permission: 'ENGAGEMENT_FIND',
  page: { default: 1000, max: 100 },
  out: { text: 'text', of: 'items', ask: 'asText' },
} as const;

const get = { permission: 'ENGAGEMENT_FIND', out: 'item' } as const;

const create = {
  permission: 'ENGAGEMENT_CREATE',
  into: 'item',
  out: 'item',
  errors: ['PAYLOAD_TOO_LARGE'],
} as const;

const update = {
  permission: 'ENGAGEMENT_UPDATE',
  into: 'item',
  out: 'item',
  errors: ['INVALID_STATUS_TRANSITION', 'ENGAGEMENT_LIVE'],
} as const;

const remove = { permission: 'ENGAGEMENT_DELETE', out: 'item' } as const;

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
    get,
  ),
  operation(
    'engagement.update-checklist',
    'PUT /engagement/checklists/{checklistId}',
    checklists,
    'updateChecklist',
    update,
  ),
  operation(
    'engagement.delete-checklist',
    'DELETE /engagement/checklists/{checklistId}',
    checklists,
    'deleteChecklist',
    remove,
  ),
  operation('engagement.list-tooltips', 'GET /engagement/tooltips', tooltips, 'listTooltips', list),
  operation('engagement.create-tooltip', 'POST /engagement/tooltips', tooltips, 'createTooltip', create),
  operation('engagement.get-tooltip', 'GET /engagement/tooltips/{tooltipId}', tooltips, 'getTooltip', get),
  operation(
    'engagement.update-tooltip',
    'PUT /engagement/tooltips/{tooltipId}',
    tooltips,
    'updateTooltip',
    update,
  ),
  operation(
    'engagement.delete-tooltip',
    'DELETE /engagement/tooltips/{tooltipId}',
    tooltips,
    'deleteTooltip',
    remove,
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
    get,
  ),
  operation(
    'engagement.update-cobrowse',
    'PUT /engagement/cobrowse/{cobrowseProductTourId}',
    cobrowseTours,
    'updateCobrowseTour',
    update,
  ),
  operation(
    'engagement.delete-cobrowse',
    'DELETE /engagement/cobrowse/{cobrowseProductTourId}',
    cobrowseTours,
    'deleteCobrowseTour',
    remove,
  ),
  operation('engagement.list-banners', 'GET /engagement/banners', banners, 'listBanners', list),
  operation('engagement.create-banner', 'POST /engagement/banners', banners, 'createBanner', create),
  operation('engagement.get-banner', 'GET /engagement/banners/{bannerId}', banners, 'getBanner', get),
  operation(
    'engagement.update-banner',
    'PUT /engagement/banners/{bannerId}',
    banners,
    'updateBanner',
    update,
  ),
  operation(
    'engagement.delete-banner',
    'DELETE /engagement/banners/{bannerId}',
    banners,
    'deleteBanner',
    remove,
  ),
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
    get,
  ),
  operation(
    'engagement.update-chat-message',
    'PUT /engagement/chat-messages/{chatMessageId}',
    chatMessages,
    'updateChatMessage',
    update,
  ),
  operation(
    'engagement.delete-chat-message',
    'DELETE /engagement/chat-messages/{chatMessageId}',
    chatMessages,
    'deleteChatMessage',
    remove,
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
    get,
  ),
  operation(
    'engagement.update-email',
    'PUT /engagement/emails/{engagementEmailId}',
    engagementEmails,
    'updateEngagementEmail',
    update,
  ),
  operation(
    'engagement.delete-email',
    'DELETE /engagement/emails/{engagementEmailId}',
    engagementEmails,
    'deleteEngagementEmail',
    remove,
  ),
];
