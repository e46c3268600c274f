import { projectScope } from '@parley/auth';
import type {
  CloseConversationRequest,
  CloseConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { stopBots } from '../runs';
import { findOwner } from '../core';

/** Closes a conversation, and stops what runs in it; the event of the ticket does so too, should this process end in between. */
export const closeConversation = async (
  deps: Deps,
  { conversationId, consumerId }: CloseConversationRequest,
  context: CallContext,
): Promise<CloseConversationResponse> => {
  const { projectId } = projectScope(context.scope);
  const contactId = await findOwner(deps, { consumerId }, context);
  const answer = await deps.conversations.closeConversation({ conversationId, contactId }, context);
  await deps.db.transaction((tx) => stopBots(tx, projectId, conversationId, deps.clock()));
  return answer;
};
