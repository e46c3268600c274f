import { ChecklistsServiceDefinition as checklists } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { TooltipsServiceDefinition as tooltips } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { CobrowseToursServiceDefinition as cobrowseTours } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { BannersServiceDefinition as banners } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition as chatMessages } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { EngagementEmailsServiceDefinition as engagementEmails } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { SurveysServiceDefinition as surveys } from '@parley/proto/generated/parley/engagement/v1/surveys_service';
import { NewsServiceDefinition as news } from '@parley/proto/generated/parley/engagement/v1/news_service';
import { ModalsServiceDefinition as modals } from '@parley/proto/generated/parley/engagement/v1/modals_service';
import { ProductToursServiceDefinition as productTours } from '@parley/proto/generated/parley/engagement/v1/product_tours_service';
import { PushNotificationsServiceDefinition as pushNotifications } from '@parley/proto/generated/parley/engagement/v1/push_notifications_service';
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
  operation('engagement.list-surveys', 'GET /engagement/surveys', surveys, 'listSurveys', list),
  operation('engagement.create-survey', 'POST /engagement/surveys', surveys, 'createSurvey', create),
  operation('engagement.get-survey', 'GET /engagement/surveys/{surveyId}', surveys, 'getSurvey', get),
  operation(
    'engagement.update-survey',
    'PUT /engagement/surveys/{surveyId}',
    surveys,
    'updateSurvey',
    update,
  ),
  operation(
    'engagement.delete-survey',
    'DELETE /engagement/surveys/{surveyId}',
    surveys,
    'deleteSurvey',
    remove,
  ),
  operation('engagement.list-news', 'GET /engagement/news', news, 'listNews', list),
  operation('engagement.create-news', 'POST /engagement/news', news, 'createNews', create),
  operation('engagement.get-news', 'GET /engagement/news/{newsId}', news, 'getNews', get),
  operation('engagement.update-news', 'PUT /engagement/news/{newsId}', news, 'updateNews', update),
  operation('engagement.delete-news', 'DELETE /engagement/news/{newsId}', news, 'deleteNews', remove),
  operation('engagement.list-modals', 'GET /engagement/modals', modals, 'listModals', list),
  operation('engagement.create-modal', 'POST /engagement/modals', modals, 'createModal', create),
  operation('engagement.get-modal', 'GET /engagement/modals/{modalId}', modals, 'getModal', get),
  operation('engagement.update-modal', 'PUT /engagement/modals/{modalId}', modals, 'updateModal', update),
  operation('engagement.delete-modal', 'DELETE /engagement/modals/{modalId}', modals, 'deleteModal', remove),
  operation(
    'engagement.list-product-tours',
    'GET /engagement/product-tours',
    productTours,
    'listProductTours',
    list,
  ),
  operation(
    'engagement.create-product-tour',
    'POST /engagement/product-tours',
    productTours,
    'createProductTour',
    create,
  ),
  operation(
    'engagement.get-product-tour',
    'GET /engagement/product-tours/{productTourId}',
    productTours,
    'getProductTour',
    get,
  ),
  operation(
    'engagement.update-product-tour',
    'PUT /engagement/product-tours/{productTourId}',
    productTours,
    'updateProductTour',
    update,
  ),
  operation(
    'engagement.delete-product-tour',
    'DELETE /engagement/product-tours/{productTourId}',
    productTours,
    'deleteProductTour',
    remove,
  ),
  operation(
    'engagement.list-push-notifications',
    'GET /engagement/push-notifications',
    pushNotifications,
    'listPushNotifications',
    list,
  ),
  operation(
    'engagement.create-push-notification',
    'POST /engagement/push-notifications',
    pushNotifications,
    'createPushNotification',
    create,
  ),
  operation(
    'engagement.get-push-notification',
    'GET /engagement/push-notifications/{pushNotificationId}',
    pushNotifications,
    'getPushNotification',
    get,
  ),
  operation(
    'engagement.update-push-notification',
    'PUT /engagement/push-notifications/{pushNotificationId}',
    pushNotifications,
    'updatePushNotification',
    update,
  ),
  operation(
    'engagement.delete-push-notification',
    'DELETE /engagement/push-notifications/{pushNotificationId}',
    pushNotifications,
    'deletePushNotification',
    remove,
  ),
];
