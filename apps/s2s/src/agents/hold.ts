import type { BotHold } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import type { Agent } from '../core';

/** A ticket's record of its AI agent. */
export const toHold = ({ id, name, avatar }: Agent): Partial<BotHold> => ({
  active: true,
  agent: id,
  name,
  ...(avatar !== null && { avatar }),
});
