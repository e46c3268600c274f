import { projectScope } from '@parley/auth';
import { conflict } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  GetConversationRequest,
  GetConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { lacksContact, readConversation } from '../core';

/**
 * A conversation, bot-only, merged and archived ones too. 404 `conversation_not_found`; for the team 409 `contact_required` where
 * a ticket has no contact.
 */
export const getConversation = async (
  { db }: Pick<Deps, 'db'>,
  request: GetConversationRequest,
  context: CallContext,
): Promise<GetConversationResponse> => {
  const { projectId } = projectScope(context.scope);
  if (request.forTeam && (await lacksContact(db, projectId, request.conversationId)))
    throw conflict('CONTACT_REQUIRED');
  return { conversation: await readConversation(db, projectId, request) };
};
