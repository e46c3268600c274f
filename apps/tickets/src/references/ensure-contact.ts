import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { contactRecord } from './reference';
import { type ContactRecord } from './reference.store';

/** The contact with an address, which is created when the project has none. */
export const ensureContact = async (
  { contacts, references }: Pick<Deps, 'contacts' | 'references'>,
  context: CallContext,
  projectId: string,
  { email, name }: { email: string; name?: string | undefined },
): Promise<ContactRecord> => {
  const defaults = { email, ...(name !== undefined && { name }) };
  const { contact } = await contacts.ensureContactByEmail({ email, defaults }, context);
  if (!contact) throw new Error('The contacts service answered no contact');
  const record = contactRecord(contact);
  await references.keepContact(projectId, record);
  return record;
};
