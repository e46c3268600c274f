import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId, type Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetConversationMessageRequest,
  GetConversationMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { requireMessage } from '../messages';
import { presentConversationMessage, findShown, type ShownPlace, readConversation } from '../core';

/** Where a message shows, to the given contact if one is given. 404 when it does not. */
export const requireShown = async (
  sql: Sql,
  projectId: string,
  { messageId, contactId }: GetConversationMessageRequest,
): Promise<ShownPlace> => {
  const place = isId(messageId) ? await findShown(sql, projectId, messageId) : undefined;
  if (!place || place.contactId !== (contactId ?? place.contactId)) throw notFound('message');
  return place;
};

/** A public message, with the conversation in which it shows. */
export const getConversationMessage = async (
  { db }: Pick<Deps, 'db'>,
  request: GetConversationMessageRequest,
  context: CallContext,
): Promise<GetConversationMessageResponse> => {
  const { projectId } = projectScope(context.scope);
  const place = await requireShown(db, projectId, request);
  const message = await requireMessage(db, projectId, request.messageId);
  return {
    message: presentConversationMessage(message, place),
    conversation: await readConversation(db, projectId, place),
  };
};
