import {
  type CreateConsumerConversationRequest,
  type CreateConsumerConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import {
  type CreateOwnConversationRequest,
  type CreateOwnConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { type CallContext } from '@parley/rpc';
import { saveConsumer } from '../consumers/upsert-consumer';
import { type Deps } from '../deps';
import { readAttributes } from './attributes';
import { ownContact } from './owner';

const conversationOf = ({ message, attributes, ...request }: CreateOwnConversationRequest) => ({
  ...request,
  comment: message,
  attributes: readAttributes(attributes),
});

/** Opens a conversation of the contact with a consumerId, which is created when it is new. 403 `contact_blocked`. */
export const createConsumerConversation = async (
  deps: Deps,
  { consumerId, ...request }: CreateConsumerConversationRequest,
  context: CallContext,
): Promise<CreateConsumerConversationResponse> => {
  const conversation = conversationOf(request);
  const { id: contactId } = await saveConsumer(deps, consumerId, { profile: {}, nulls: [] }, context);
  return deps.conversations.createConversation({ ...conversation, contactId, channel: 'S2S' }, context);
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
