import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { invalidQuery, isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListConversationMessagesRequest,
  ListConversationMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { mapInTurns } from '@parley/timing';
import type { Deps } from '../deps';
import {
  presentConversationMessage,
  messagesAfter,
  messagesBefore,
  findPosition,
  requireConversation,
} from '../core';
import { pageSize } from './list-conversations';

/** The messages of a conversation after or before one of it, which may be deleted by now; the first ones without either. */
export const listConversationMessages = async (
  { db }: Pick<Deps, 'db'>,
  request: ListConversationMessagesRequest,
  context: CallContext,
): Promise<ListConversationMessagesResponse> => {
  const { projectId } = projectScope(context.scope);
  const { after, before, limit } = request;
  if (after !== undefined && before !== undefined)
    throw invalidQuery('before', 'Name a message before or after which, not both.');
  for (const [name, value] of Object.entries({ after, before }))
    if (value !== undefined && !isId(value)) throw invalidQuery(name, 'Use the id of a message.');
  const { id, contactId } = await requireConversation(db, projectId, request);
  const known = after ?? before;
  const position = known === undefined ? 0 : await findPosition(db, projectId, id, known);
  if (position === undefined) throw notFound('message');
  const read = before === undefined ? messagesAfter : messagesBefore;
  const rows = await read(db, projectId, id, { position, limit: pageSize(limit) });
  return {
    // Each may be long, and is written as Markdown.
    messages: await mapInTurns(rows, (row) =>
      presentConversationMessage(row, { conversationId: id, contactId }),
    ),
  };
};
