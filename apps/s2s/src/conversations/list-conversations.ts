import type {
  ListConsumerConversationsRequest,
  ListConsumerConversationsResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type {
  ListOwnConversationsRequest,
  ListOwnConversationsResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import type { CallContext } from '@parley/rpc';
import { requireConsumer } from '../consumers';
import type { Deps } from '../deps';
import { ownContact } from '../core';

/** Lists the conversations of the contact with a consumerId. 404 `contact_not_found`. */
export const listConsumerConversations = async (
  deps: Deps,
  { consumerId, status, skip, limit }: ListConsumerConversationsRequest,
  context: CallContext,
): Promise<ListConsumerConversationsResponse> => {
  const { id: contactId } = await requireConsumer(deps, consumerId, context);
  return deps.conversations.listConversations({ contactId, status, skip, limit }, context);
};

/** Lists the conversations of the widget's contact. 401 `invalid_session`. */
export const listOwnConversations = async (
  deps: Deps,
  { status, skip, limit }: ListOwnConversationsRequest,
  context: CallContext,
): Promise<ListOwnConversationsResponse> => {
  const { id: contactId } = await ownContact(deps, context);
  return deps.conversations.listConversations({ contactId, status, skip, limit }, context);
};
