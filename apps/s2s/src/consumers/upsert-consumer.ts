import { notFound } from '@parley/errors';
import type {
  UpsertConsumerRequest,
  UpsertConsumerResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { demandConsumerId } from './consumer';
import { describeConsumer } from './get-consumer';

type Profile = Partial<NonNullable<UpsertConsumerRequest['profile']>>;

/** Creates the contact with a consumerId, or changes it. 400 naming `consumerId`. */
export const saveConsumer = async (
  { contacts }: Pick<Deps, 'contacts'>,
  consumerId: string,
  { profile, nulls }: { profile: Profile; nulls: string[] },
  context: CallContext,
): Promise<Contact> => {
  demandConsumerId(consumerId);
  const { contact } = await contacts.createContact(
    { contact: { ...profile, userId: consumerId }, nulls },
    context,
  );
  if (!contact) throw notFound('contact');
  return contact;
};

/** Creates or changes a contact by its consumerId: omitted fields stay, null clears. 400 naming `consumerId`. */
export const upsertConsumer = async (
  deps: Deps,
  { consumerId, profile = {}, nulls }: UpsertConsumerRequest,
  context: CallContext,
): Promise<UpsertConsumerResponse> => {
  const contact = await saveConsumer(deps, consumerId, { profile, nulls }, context);
  return { contact: await describeConsumer(deps, contact, context) };
};
