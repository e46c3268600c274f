import { implementWith, type OnceContext } from '@parley/effects';
import type { ListQuery } from '@parley/persistence';
import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { ModalsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/modals_service';
import { NewsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/news_service';
import { PushNotificationsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_notifications_service';
import { ProductToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/product_tours_service';
import { SurveysServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/surveys_service';
import { TooltipsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import type { ItemChanges, NewItem } from '@parley/proto/generated/parley/engagement/v1/item_input';
import type { CallContext, ServiceImplementation } from '@parley/rpc';
import type { ItemType } from '../core';
import type { Deps } from '../deps';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../items';

/** The use cases of one kind of items; `id` is the name that its requests have for an id. */
const ofKind = <Id extends string>(type: ItemType, id: Id) => {
  type Named = Record<Id, string>;
  return {
    list: (deps: Deps, request: ListQuery & { asText?: boolean }, context: CallContext) =>
      listItems(deps, type, request, context),
    create: (
      deps: Deps,
      request: { item?: NewItem | undefined },
      context: OnceContext<{ item: EngagementItem | undefined }>,
    ) => createItem(deps, type, request, context),
    get: (deps: Deps, request: Named, context: CallContext) => getItem(deps, type, request[id], context),
    update: (
      deps: Deps,
      request: Named & { item?: ItemChanges | undefined; nulls: readonly string[] },
      context: CallContext,
    ) => updateItem(deps, type, { id: request[id], item: request.item, nulls: request.nulls }, context),
    delete: (deps: Deps, request: Named, context: CallContext) =>
      deleteItem(deps, type, request[id], context),
  };
};

/** The use cases of a kind under the names of its RPCs: `listBanners`, `createBanner` and so on. */
const named = <Id extends string, One extends string, Many extends string>(
  type: ItemType,
  id: Id,
  one: One,
  many: Many,
) => {
  const { list, create, get, update, delete: remove } = ofKind(type, id);
  return {
    [`list${many}`]: list,
    [`create${one}`]: create,
    [`get${one}`]: get,
    [`update${one}`]: update,
    [`delete${one}`]: remove,
  } as Record<`list${Many}`, typeof list> &
    Record<`create${One}`, typeof create> &
    Record<`get${One}`, typeof get> &
    Record<`update${One}`, typeof update> &
    Record<`delete${One}`, typeof remove>;
};

const checklists = named('CHECKLIST', 'checklistId', 'Checklist', 'Checklists');
const tooltips = named('TOOLTIP', 'tooltipId', 'Tooltip', 'Tooltips');
const cobrowseTours = named('COBROWSE', 'cobrowseProductTourId', 'CobrowseTour', 'CobrowseTours');
const banners = named('BANNER', 'bannerId', 'Banner', 'Banners');
const chatMessages = named('CHAT_MESSAGE', 'chatMessageId', 'ChatMessage', 'ChatMessages');
const emails = named('EMAIL', 'engagementEmailId', 'EngagementEmail', 'EngagementEmails');
const surveys = named('SURVEY', 'surveyId', 'Survey', 'Surveys');
const news = named('NEWS', 'newsId', 'News', 'News');
const modals = named('MODAL', 'modalId', 'Modal', 'Modals');
const pushNotifications = named(
  'PUSH_NOTIFICATION',
  'pushNotificationId',
  'PushNotification',
  'PushNotifications',
);
const productTours = named('PRODUCT_TOUR', 'productTourId', 'ProductTour', 'ProductTours');

/** The items of all kinds, each kind with a service of its own. */
export const implementItems = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, ChecklistsServiceDefinition, checklists, 'createChecklist'),
  implementWith(deps, TooltipsServiceDefinition, tooltips, 'createTooltip'),
  implementWith(deps, CobrowseToursServiceDefinition, cobrowseTours, 'createCobrowseTour'),
  implementWith(deps, BannersServiceDefinition, banners, 'createBanner'),
  implementWith(deps, ChatMessagesServiceDefinition, chatMessages, 'createChatMessage'),
  implementWith(deps, EngagementEmailsServiceDefinition, emails, 'createEngagementEmail'),
  implementWith(deps, SurveysServiceDefinition, surveys, 'createSurvey'),
  implementWith(deps, NewsServiceDefinition, news, 'createNews'),
  implementWith(deps, ModalsServiceDefinition, modals, 'createModal'),
  implementWith(deps, PushNotificationsServiceDefinition, pushNotifications, 'createPushNotification'),
  implementWith(deps, ProductToursServiceDefinition, productTours, 'createProductTour'),
];
