import { BotActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { applyBotAction, getBotConversation } from '../bots';
import type { Deps } from '../deps';

const { methods } = BotActionsServiceDefinition;

export const botActionsRpc = (deps: Deps): ServiceImplementation =>
  implement(BotActionsServiceDefinition, {
    getBotConversation: (request, context) => getBotConversation(deps, request, context),
    applyBotAction: deps.effects.once(methods.applyBotAction, (request, context) =>
      applyBotAction(deps, request, context),
    ),
  });
