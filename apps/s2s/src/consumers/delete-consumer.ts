import type {
  DeleteConsumerRequest,
  DeleteConsumerResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { ofContact, requireConsumer } from './consumer';
import { describeConsumer } from './get-consumer';

/** Deletes a contact with all that is its own, and answers it as it was. 404 `contact_not_found`. */
export const deleteConsumer = async (
  deps: Deps,
  { consumerId }: DeleteConsumerRequest,
  context: CallContext,
): Promise<DeleteConsumerResponse> => {
  const contact = await requireConsumer(deps, consumerId, context);
  const document = await describeConsumer(deps, contact, context);
  await ofContact(deps.contacts.deleteContact({ sessionId: contact.id }, context));
  return { contact: document };
};
