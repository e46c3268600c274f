import {
  type CreateConsumerConversationRequest,
  type CreateConsumerConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import {
  type CreateOwnConversationRequest,
  type CreateOwnConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { invalid, notFound } from '@parley/errors';
import { type CallContext } from '@parley/rpc';
import { demandConsumerId, findConsumer } from '../consumers/consumer';
import { saveConsumer } from '../consumers/upsert-consumer';
import { type Deps } from '../deps';
import { ownContact } from './owner';

/** What the tickets service makes a conversation of. No project has workflows or AI agents: each that is named is unknown. */
const conversationOf = ({ message, workflowId, agentId, ...request }: CreateOwnConversationRequest) => {
  if (workflowId !== undefined && agentId !== undefined)
    throw invalid({ field: 'agentId', message: 'must not stand beside workflowId' });
  if (workflowId !== undefined) throw notFound('workflow');
  if (agentId !== undefined) throw notFound('agent');
  return { ...request, comment: message };
};

/**
 * Opens a conversation of the contact with a consumerId, which is created when it is new. 403 `contact_blocked`. A contact
 * whose conversation would be refused is not created.
 */
export const createConsumerConversation = async (
  deps: Deps,
  { consumerId, ...request }: CreateConsumerConversationRequest,
  context: CallContext,
): Promise<CreateConsumerConversationResponse> => {
  demandConsumerId(consumerId);
  const conversation = { ...conversationOf(request), channel: 'S2S' };
  let contact = await findConsumer(deps, consumerId, context);
  if (!contact) {
    await deps.conversations.createConversation({ ...conversation, checkOnly: true }, context);
    contact = await saveConsumer(deps, consumerId, { profile: {}, nulls: [] }, context);
  }
  return deps.conversations.createConversation({ ...conversation, contactId: contact.id }, context);
};

/** Opens a conversation of the contact whose widget calls. 401 `invalid_session`, 403 `contact_blocked`. */
export const createOwnConversation = async (
  deps: Deps,
  request: CreateOwnConversationRequest,
  context: CallContext,
): Promise<CreateOwnConversationResponse> => {
  const conversation = conversationOf(request);
  const { id: contactId } = await ownContact(deps, context);
  return deps.conversations.createConversation({ ...conversation, contactId, channel: 'WIDGET' }, context);
};
