import { type BotHold } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { type Agent } from '../core/agent';

/** What a ticket tells of an AI agent that has it. */
export const holdOf = ({ id, name, avatar }: Agent): Partial<BotHold> => ({
  active: true,
  agent: id,
  name,
  ...(avatar !== null && { avatar }),
});
