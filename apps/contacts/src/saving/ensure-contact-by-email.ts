import { comparableEmail } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  EnsureContactByEmailRequest,
  EnsureContactByEmailResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { type ContactRow, presentReference, findContactByEmail, lockEmail } from '../contacts';
import { readContactInput } from './contact.input';
import { addContact, makeOrigin } from './save-contact';

interface Ensured {
  row: ContactRow;
  created: boolean;
}

/**
 * Finds the most recently active contact with an address, or creates a guest with it; concurrent calls create one. A
 * `userId` among the defaults is left out, because it would name a contact of its own. 400 without an address.
 */
export const ensureContactByEmail = async (
  deps: Deps,
  { email: given, defaults }: EnsureContactByEmailRequest,
  context: CallContext,
): Promise<EnsureContactByEmailResponse> => {
  const { projectId } = projectScope(context.scope);
  const email = comparableEmail(given);
  if (email === '') throw invalid({ field: 'email', message: 'is required' });
  const known = await findContactByEmail(deps.db, projectId, email);
  if (known) return { contact: presentReference(known), created: false };

  const patch = { ...readContactInput(defaults, []), userId: null, email };
  const origin = makeOrigin(context, 'create', deps.clock());
  const { row, created } = await runTransaction(deps.db, async (tx): Promise<Ensured> => {
    await lockEmail(tx, projectId, email);
    const appeared = await findContactByEmail(tx, projectId, email);
    if (appeared) return { row: appeared, created: false };
    const added = await addContact(tx, patch, origin);
    if (!added) throw new Error('A guest cannot be taken');
    return { row: added, created: true };
  });
  deps.wakeEvents();
  return { contact: presentReference(row), created };
};
