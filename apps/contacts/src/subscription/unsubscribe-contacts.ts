import { projectScope } from '@parley/auth';
import { runTransaction } from '@parley/persistence';
import {
  type UnsubscribeContactsRequest,
  type UnsubscribeContactsResponse,
  type UnsubscribeEntry,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { type CallContext } from '@parley/rpc';
import { emailKey } from '../contacts/contact';
import { contactUpdated, eventHeaders } from '../contacts/contact.events';
import { updateContactRow } from '../contacts/contact.store';
import { type Deps } from '../deps';
import { unsubscribed } from './subscription';
import { findSubscribed, lockSubscribed, type Recipients } from './subscription.store';

/** Contacts changed in one transaction. */
const BATCH = 200;

/** An empty address or userId identifies nothing. */
const recipientsOf = (entries: readonly UnsubscribeEntry[]): Recipients => ({
  emails: [...new Set(entries.map(({ email }) => emailKey(email ?? '')))].filter(Boolean),
  userIds: [...new Set(entries.map(({ userId }) => userId ?? ''))].filter(Boolean),
});

/**
 * Unsubscribes every contact of the project that has the address or the userId of an entry. Whoever is unsubscribed stays
 * so since then and for the reason of then; so a call that was cut off may simply be made again.
 */
export const unsubscribeContacts = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessions, reason }: UnsubscribeContactsRequest,
  context: CallContext,
): Promise<UnsubscribeContactsResponse> => {
  const { projectId } = projectScope(context.scope);
  const recipients = recipientsOf(sessions);
  const headers = eventHeaders(context);
  const now = clock();
  for (;;) {
    const ids = await findSubscribed(db, projectId, recipients, BATCH);
    if (ids.length === 0) return { success: true };
    await runTransaction(db, async (tx) => {
      for (const row of await lockSubscribed(tx, projectId, ids)) {
        const after = unsubscribed(row, reason || null, now);
        await updateContactRow(tx, after, contactUpdated(after, headers));
      }
    });
    wakeEvents();
  }
};
