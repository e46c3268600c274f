import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  DeleteMessageRequest,
  DeleteMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { lockMessage } from '../core';
import { removeMessage } from './remove-message';

/** Deletes a message, the replies of its thread with it. */
export const deleteMessage = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { messageId }: DeleteMessageRequest,
  context: CallContext,
): Promise<DeleteMessageResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(messageId)) throw notFound('message');
  const occasion = { now: clock(), headers: eventHeaders(context) };
  await runTransaction(db, async (tx) => {
    const locked = await lockMessage(tx, projectId, messageId);
    if (!locked) throw notFound('message');
    await removeMessage(tx, locked, occasion);
  });
  wakeEvents();
  return {};
};
