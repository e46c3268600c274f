import { projectScope } from '@parley/auth';
import { invalidQuery, isId } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type ListConversationMessagesRequest,
  type ListConversationMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { type Deps } from '../deps';
import { messageNotFound } from '../messages/message.errors';
import { presentConversationMessage } from './conversation.present';
import { messagesAfter, positionOf } from './conversation.store';
import { pageSize } from './list-conversations';
import { requireConversation } from './read-conversations';

/** The messages of a conversation after one of it, which may be deleted by now. */
export const listConversationMessages = async (
  { db }: Pick<Deps, 'db'>,
  request: ListConversationMessagesRequest,
  context: CallContext,
): Promise<ListConversationMessagesResponse> => {
  const { projectId } = projectScope(context.scope);
  const { after, limit } = request;
  if (after !== undefined && !isId(after)) throw invalidQuery('after', 'Use the id of a message.');
  const { id, contactId } = await requireConversation(db, projectId, request);
  const position = after === undefined ? 0 : await positionOf(db, projectId, id, after);
  if (position === undefined) throw messageNotFound();
  const rows = await messagesAfter(db, projectId, id, { position, limit: pageSize(limit) });
  return {
    messages: rows.map((row) => presentConversationMessage(row, { conversationId: id, contactId })),
  };
};
