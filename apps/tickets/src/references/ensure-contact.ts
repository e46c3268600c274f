import { raced } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { contactRecord } from './reference';
import type { ContactRecord } from '../core';

/** Times that a contact may be deleted before it is kept. */
const ATTEMPTS = 3;

/** The contact with an address, which is created when the project has none. */
export const ensureContact = async (
  { contacts, references }: Pick<Deps, 'contacts' | 'references'>,
  context: CallContext,
  projectId: string,
  { email, name }: { email: string; name?: string | undefined },
): Promise<ContactRecord> => {
  const defaults = { email, ...(name !== undefined && { name }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { contact } = await contacts.ensureContactByEmail({ email, defaults }, context);
    if (!contact) throw new Error('The contacts service answered no contact');
    const kept = await references.keepContact(projectId, contactRecord(contact));
    if (kept) return kept;
  }
  throw raced('SESSION_RACED', 'The session was created and deleted at the same time. Try again.');
};
