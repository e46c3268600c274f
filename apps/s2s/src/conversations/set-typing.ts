import { projectScope } from '@parley/auth';
import type {
  SetTypingRequest,
  SetTypingResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { projectSubject } from '@parley/realtime';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findOwner } from '../core';

/** Shows the team that a contact types. Nothing is stored: only connected members see it, and none in a closed conversation. */
export const setTyping = async (
  deps: Deps,
  { conversationId, typing = true, ...request }: SetTypingRequest,
  context: CallContext,
): Promise<SetTypingResponse> => {
  const { projectId } = projectScope(context.scope);
  const contactId = await findOwner(deps, request, context);
  const { conversation } = await deps.conversations.getConversation({ conversationId, contactId }, context);
  if (conversation?.contact && conversation.status === 'open') {
    const { id } = conversation.contact;
    const { contacts } = await deps.sessions.getContactReferences({ ids: [id] }, context);
    const author = { type: 'contact', id, name: contacts[0]?.name };
    deps.broadcast.publish(projectSubject(projectId), {
      kind: 'typing',
      data: { ticketId: conversation.id, author, typing },
    });
  }
  return { success: true };
};
