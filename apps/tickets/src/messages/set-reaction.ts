import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  SetReactionRequest,
  SetReactionResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { callerId } from '../caller-id';
import type { Deps } from '../deps';
import { appendRows, messageUpdated, lockTicketOfMessage, type TicketOfMessage } from '../core';
import { notAnEmoji, tooManyReactions } from './message.errors';
import { presentMessage } from './message.present';
import { readEmoji } from './reaction';
import { addReaction, lockReactions, type ReactionOf, removeReaction } from './reaction.store';
import { requireMessage } from './require-message';

/** Adds or removes a reaction; answers the ticket, or undefined when that changes nothing. */
const change = async (
  tx: Sql,
  reaction: ReactionOf,
  op: string,
  now: Date,
): Promise<TicketOfMessage | undefined> => {
  const ticket = await lockTicketOfMessage(tx, reaction.projectId, reaction.messageId);
  if (!ticket) throw notFound('message');
  const state = await lockReactions(tx, reaction);
  if (!state) throw notFound('message');
  const isWanted = op === 'add';
  if (state.isThere === isWanted) return undefined;
  if (isWanted && state.isFull) throw tooManyReactions();
  await (isWanted ? addReaction : removeReaction)(tx, reaction, now);
  return ticket;
};

/** Adds or removes the caller's reaction. Adding twice is one; removing an absent one changes nothing. */
export const setReaction = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { messageId, emoji: text, op }: SetReactionRequest,
  context: CallContext,
): Promise<SetReactionResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  await requireMessage(db, projectId, messageId);
  const user = callerId(actor);
  if (user === undefined) throw new Error('A reaction is set by a user or service account');
  const emoji = readEmoji(text);
  if (emoji === undefined) throw notAnEmoji();
  const now = clock();
  const after = await runTransaction(db, async (tx) => {
    const ticket = await change(tx, { projectId, messageId, emoji, user }, op, now);
    const message = await requireMessage(tx, projectId, messageId);
    if (ticket) {
      const event = messageUpdated(presentMessage(message), ['reactions'], ticket, eventHeaders(context));
      await appendRows(tx, [event]);
    }
    return message;
  });
  wakeEvents();
  return { message: presentMessage(after) };
};
