import type { OnceContext } from '@parley/effects';
import { isObject } from '@parley/json';
import { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type {
  IdentifyContactRequest,
  IdentifyContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/server_contacts_service';
import type { Deps } from '../deps';
import { readContactInput } from './contact.input';
import { saveContact } from './create-contact';
import { makeOrigin } from './save-contact';

/**
 * Creates the contact with a `userId`, or changes it: omitted fields stay, null clears. Keys of `customData` are set one by one,
 * because the caller sends each of them as if it were a field.
 */
export const identifyContact = (
  deps: Deps,
  { customData, nulls, ...fields }: IdentifyContactRequest,
  context: OnceContext<IdentifyContactResponse>,
): Promise<IdentifyContactResponse> => {
  const write = {
    patch: readContactInput(ContactInput.fromPartial(fields), nulls),
    keys: new Map<string, unknown>(Object.entries(isObject(customData) ? customData : {})),
  };
  return saveContact(deps, write, makeOrigin(context, 'identify', deps.clock()), context);
};
