import { projectScope } from '@parley/auth';
import { type CallContext } from '@parley/rpc';
import {
  type GetConversationRequest,
  type GetConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { type Deps } from '../deps';
import { readConversation } from './read-conversations';

/** A conversation, bot-only, merged and archived ones too. */
export const getConversation = async (
  { db }: Pick<Deps, 'db'>,
  request: GetConversationRequest,
  context: CallContext,
): Promise<GetConversationResponse> => {
  const { projectId } = projectScope(context.scope);
  return { conversation: await readConversation(db, projectId, request) };
};
