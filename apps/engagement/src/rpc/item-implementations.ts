import { implementWith, type OnceContext } from '@parley/effects';
import type { ListQuery } from '@parley/persistence';
import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
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

const checklists = ofKind('CHECKLIST', 'checklistId');
const tooltips = ofKind('TOOLTIP', 'tooltipId');
const tours = ofKind('COBROWSE', 'cobrowseProductTourId');
const banners = ofKind('BANNER', 'bannerId');
const chatMessages = ofKind('CHAT_MESSAGE', 'chatMessageId');
const emails = ofKind('EMAIL', 'engagementEmailId');

/** The items of all kinds, each kind with a service of its own. */
export const implementItems = (deps: Deps): ServiceImplementation[] => [
  implementWith(
    deps,
    ChecklistsServiceDefinition,
    {
      listChecklists: checklists.list,
      createChecklist: checklists.create,
      getChecklist: checklists.get,
      updateChecklist: checklists.update,
      deleteChecklist: checklists.delete,
    },
    'createChecklist',
  ),
  implementWith(
    deps,
    TooltipsServiceDefinition,
    {
      listTooltips: tooltips.list,
      createTooltip: tooltips.create,
      getTooltip: tooltips.get,
      updateTooltip: tooltips.update,
      deleteTooltip: tooltips.delete,
    },
    'createTooltip',
  ),
  implementWith(
    deps,
    CobrowseToursServiceDefinition,
    {
      listCobrowseTours: tours.list,
      createCobrowseTour: tours.create,
      getCobrowseTour: tours.get,
      updateCobrowseTour: tours.update,
      deleteCobrowseTour: tours.delete,
    },
    'createCobrowseTour',
  ),
  implementWith(
    deps,
    BannersServiceDefinition,
    {
      listBanners: banners.list,
      createBanner: banners.create,
      getBanner: banners.get,
      updateBanner: banners.update,
      deleteBanner: banners.delete,
    },
    'createBanner',
  ),
  implementWith(
    deps,
    ChatMessagesServiceDefinition,
    {
      listChatMessages: chatMessages.list,
      createChatMessage: chatMessages.create,
      getChatMessage: chatMessages.get,
      updateChatMessage: chatMessages.update,
      deleteChatMessage: chatMessages.delete,
    },
    'createChatMessage',
  ),
  implementWith(
    deps,
    EngagementEmailsServiceDefinition,
    {
      listEngagementEmails: emails.list,
      createEngagementEmail: emails.create,
      getEngagementEmail: emails.get,
      updateEngagementEmail: emails.update,
      deleteEngagementEmail: emails.delete,
    },
    'createEngagementEmail',
  ),
];
