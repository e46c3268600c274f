import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  ResubscribeContactRequest,
  ResubscribeContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { contactUpdated, lockContact, updateContactRow } from '../contacts';
import type { Deps } from '../deps';
import { resubscribed } from './subscription';

/** Lets a contact get e-mail again; one that does already stays as it is. 404 `session_not_found`. */
export const resubscribeContact = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessionId }: ResubscribeContactRequest,
  context: CallContext,
): Promise<ResubscribeContactResponse> => {
  const { projectId } = projectScope(context.scope);
  await runTransaction(db, async (tx) => {
    const row = await lockContact(tx, projectId, sessionId);
    if (!row) throw notFound('session');
    if (!row.unsubscribed) return;
    const after = resubscribed(row, clock());
    await updateContactRow(tx, after, contactUpdated(after, eventHeaders(context)));
  });
  wakeEvents();
  return { resubscribed: true };
};
