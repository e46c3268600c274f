import { projectScope } from '@parley/auth';
import { isId, runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  DeleteMessageRequest,
  DeleteMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { messageNotFound } from './message.errors';
import { lockMessage } from '../core';
import { removeMessage } from './remove-message';

/** Deletes a message, the replies of its thread with it. */
export const deleteMessage = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { messageId }: DeleteMessageRequest,
  context: CallContext,
): Promise<DeleteMessageResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(messageId)) throw messageNotFound();
  const occasion = { now: clock(), headers: eventHeaders(context) };
  await runTransaction(db, async (tx) => {
    const locked = await lockMessage(tx, projectId, messageId);
    if (!locked) throw messageNotFound();
    await removeMessage(tx, locked, occasion);
  });
  wakeEvents();
  return {};
};
