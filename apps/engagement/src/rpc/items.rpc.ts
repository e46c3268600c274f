import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { TooltipsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../items';

const checklistsRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = ChecklistsServiceDefinition;
  return implement(ChecklistsServiceDefinition, {
    listChecklists: (request, context) => listItems(deps, 'CHECKLIST', request, context),
    createChecklist: deps.effects.once(methods.createChecklist, (request, context) =>
      createItem(deps, 'CHECKLIST', request, context),
    ),
    getChecklist: ({ checklistId }, context) => getItem(deps, 'CHECKLIST', checklistId, context),
    updateChecklist: ({ checklistId: id, ...sent }, context) =>
      updateItem(deps, 'CHECKLIST', { id, ...sent }, context),
    deleteChecklist: ({ checklistId }, context) => deleteItem(deps, 'CHECKLIST', checklistId, context),
  });
};

const tooltipsRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = TooltipsServiceDefinition;
  return implement(TooltipsServiceDefinition, {
    listTooltips: (request, context) => listItems(deps, 'TOOLTIP', request, context),
    createTooltip: deps.effects.once(methods.createTooltip, (request, context) =>
      createItem(deps, 'TOOLTIP', request, context),
    ),
    getTooltip: ({ tooltipId }, context) => getItem(deps, 'TOOLTIP', tooltipId, context),
    updateTooltip: ({ tooltipId: id, ...sent }, context) =>
      updateItem(deps, 'TOOLTIP', { id, ...sent }, context),
    deleteTooltip: ({ tooltipId }, context) => deleteItem(deps, 'TOOLTIP', tooltipId, context),
  });
};

const cobrowseToursRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = CobrowseToursServiceDefinition;
  return implement(CobrowseToursServiceDefinition, {
    listCobrowseTours: (request, context) => listItems(deps, 'COBROWSE', request, context),
    createCobrowseTour: deps.effects.once(methods.createCobrowseTour, (request, context) =>
      createItem(deps, 'COBROWSE', request, context),
    ),
    getCobrowseTour: ({ cobrowseProductTourId }, context) =>
      getItem(deps, 'COBROWSE', cobrowseProductTourId, context),
    updateCobrowseTour: ({ cobrowseProductTourId: id, ...sent }, context) =>
      updateItem(deps, 'COBROWSE', { id, ...sent }, context),
    deleteCobrowseTour: ({ cobrowseProductTourId }, context) =>
      deleteItem(deps, 'COBROWSE', cobrowseProductTourId, context),
  });
};

const bannersRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = BannersServiceDefinition;
  return implement(BannersServiceDefinition, {
    listBanners: (request, context) => listItems(deps, 'BANNER', request, context),
    createBanner: deps.effects.once(methods.createBanner, (request, context) =>
      createItem(deps, 'BANNER', request, context),
    ),
    getBanner: ({ bannerId }, context) => getItem(deps, 'BANNER', bannerId, context),
    updateBanner: ({ bannerId: id, ...sent }, context) =>
      updateItem(deps, 'BANNER', { id, ...sent }, context),
    deleteBanner: ({ bannerId }, context) => deleteItem(deps, 'BANNER', bannerId, context),
  });
};

const chatMessagesRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = ChatMessagesServiceDefinition;
  return implement(ChatMessagesServiceDefinition, {
    listChatMessages: (request, context) => listItems(deps, 'CHAT_MESSAGE', request, context),
    createChatMessage: deps.effects.once(methods.createChatMessage, (request, context) =>
      createItem(deps, 'CHAT_MESSAGE', request, context),
    ),
    getChatMessage: ({ chatMessageId }, context) => getItem(deps, 'CHAT_MESSAGE', chatMessageId, context),
    updateChatMessage: ({ chatMessageId: id, ...sent }, context) =>
      updateItem(deps, 'CHAT_MESSAGE', { id, ...sent }, context),
    deleteChatMessage: ({ chatMessageId }, context) =>
      deleteItem(deps, 'CHAT_MESSAGE', chatMessageId, context),
  });
};

const engagementEmailsRpc = (deps: Deps): ServiceImplementation => {
  const { methods } = EngagementEmailsServiceDefinition;
  return implement(EngagementEmailsServiceDefinition, {
    listEngagementEmails: (request, context) => listItems(deps, 'EMAIL', request, context),
    createEngagementEmail: deps.effects.once(methods.createEngagementEmail, (request, context) =>
      createItem(deps, 'EMAIL', request, context),
    ),
    getEngagementEmail: ({ engagementEmailId }, context) =>
      getItem(deps, 'EMAIL', engagementEmailId, context),
    updateEngagementEmail: ({ engagementEmailId: id, ...sent }, context) =>
      updateItem(deps, 'EMAIL', { id, ...sent }, context),
    deleteEngagementEmail: ({ engagementEmailId }, context) =>
      deleteItem(deps, 'EMAIL', engagementEmailId, context),
  });
};

/** The items of all kinds, each kind with a service of its own. */
export const itemsRpc = (deps: Deps): ServiceImplementation[] => [
  checklistsRpc(deps),
  tooltipsRpc(deps),
  cobrowseToursRpc(deps),
  bannersRpc(deps),
  chatMessagesRpc(deps),
  engagementEmailsRpc(deps),
];
