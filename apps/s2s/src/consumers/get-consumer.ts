import type { ConsumerContact } from '@parley/proto/generated/parley/s2s/v1/contact';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type {
  GetConsumerRequest,
  GetConsumerResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { requireConsumer } from './consumer';
import { presentConsumer } from './consumer.present';

/** The document of a contact, with the number of conversations that have something unread. */
export const describeConsumer = async (
  { conversations }: Pick<Deps, 'conversations'>,
  contact: Contact,
  context: CallContext,
): Promise<ConsumerContact> => {
  const { count } = await conversations.countUnreadConversations({ contactId: contact.id }, context);
  return presentConsumer(contact, count);
};

/** Gets a contact by its consumerId. 404 `contact_not_found`. */
export const getConsumer = async (
  deps: Deps,
  { consumerId }: GetConsumerRequest,
  context: CallContext,
): Promise<GetConsumerResponse> => {
  const contact = await requireConsumer(deps, consumerId, context);
  return { contact: await describeConsumer(deps, contact, context) };
};
