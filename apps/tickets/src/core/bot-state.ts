import type { BotActor, BotHold } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';

/** A ticket's record of the bot that has it, or had it. */
export interface Bot {
  active: boolean;
  /** AI agent, with what its contact sees of it. */
  currentBot?: string;
  name?: string;
  avatar?: string;
  /** Workflow, and the step that it is in. */
  currentActionFlow?: string;
  currentAction?: string;
  /** When people took over. */
  forwardedToSupportAt?: string;
}

/** The bot of a ticket; none when something else stands there. */
export const readBot = (extra: Record<string, unknown>): Partial<Bot> => {
  const bot = extra['bot'];
  return typeof bot === 'object' && bot !== null ? (bot as Partial<Bot>) : {};
};

/** The bot after a change; the time of its hand-over is kept. */
export const botState = (
  { active, agent, workflow, step, name, avatar }: Partial<BotHold>,
  before: Partial<Bot> = {},
): Bot => ({
  active: active === true,
  ...(agent !== undefined && { currentBot: agent }),
  ...(name !== undefined && { name }),
  ...(avatar !== undefined && { avatar }),
  ...(workflow !== undefined && { currentActionFlow: workflow }),
  ...(step !== undefined && { currentAction: step }),
  ...(before.forwardedToSupportAt !== undefined && { forwardedToSupportAt: before.forwardedToSupportAt }),
});

/** Whether an actor has the ticket. */
export const isOwn = (bot: Partial<Bot>, { type, id }: Pick<BotActor, 'type' | 'id'>): boolean =>
  (type === 'agent' ? bot.currentBot : bot.currentActionFlow) === id;
