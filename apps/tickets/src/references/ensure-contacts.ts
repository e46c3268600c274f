import type { CallContext } from '@parley/rpc';
import type { ContactRecord } from '../core';
import type { Deps } from '../deps';
import { ensureContact } from './ensure-contact';

/** Contacts that are asked for at a time. */
const AT_ONCE = 5;

/** The contacts with some addresses, created where the project has none; without those that are blocked. */
export const ensureContacts = async (
  deps: Pick<Deps, 'contacts' | 'references'>,
  context: CallContext,
  projectId: string,
  people: readonly { address: string; name?: string | undefined }[],
): Promise<ContactRecord[]> => {
  const found: ContactRecord[] = [];
  for (let start = 0; start < people.length; start += AT_ONCE) {
    const some = people.slice(start, start + AT_ONCE);
    const asked = some.map(({ address, name }) =>
      ensureContact(deps, context, projectId, { email: address, name }),
    );
    found.push(...(await Promise.all(asked)));
  }
  return found.filter(({ blocked }) => !blocked);
};
