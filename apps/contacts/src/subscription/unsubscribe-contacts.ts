import { comparableEmail } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import type {
  UnsubscribeContactsRequest,
  UnsubscribeContactsResponse,
  UnsubscribeEntry,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { unsubscribeAll } from './change-all';
import type { Recipients } from './subscription.store';

/** An empty address or userId identifies nothing. */
const toRecipients = (entries: readonly UnsubscribeEntry[]): Recipients => ({
  emails: [...new Set(entries.map(({ email }) => comparableEmail(email ?? '')))].filter(Boolean),
  userIds: [...new Set(entries.map(({ userId }) => userId ?? ''))].filter(Boolean),
});

/**
 * Unsubscribes every contact of the project with the address or the userId of an entry. An unsubscribed contact keeps its time and
 * reason, so an interrupted call may be repeated.
 */
export const unsubscribeContacts = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessions, reason }: UnsubscribeContactsRequest,
  context: CallContext,
): Promise<UnsubscribeContactsResponse> => {
  const { projectId } = projectScope(context.scope);
  const change = { projectId, headers: eventHeaders(context) };
  await unsubscribeAll(deps, change, toRecipients(sessions), reason || null);
  return { success: true };
};
