import { runTransaction } from '@parley/persistence';
import type {
  SetMailSubscriptionRequest,
  SetMailSubscriptionResponse,
} from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { type ContactRow, contactUpdated, lockContact, updateContactRow } from '../contacts';
import type { Deps } from '../deps';
import { findMergeTarget } from '../merge';
import { resubscribeAll, unsubscribeAll } from './change-all';
import { resubscribed, unsubscribed } from './subscription';

/** Kept with a contact that used the link in a mail. */
export const LINK_REASON = 'Unsubscribed by the link in an e-mail.';

/** The contact that a link is about, after its own change; undefined when it is gone. */
const changeOwn = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  projectId: string,
  { contactId, subscribed }: SetMailSubscriptionRequest,
  headers: Record<string, string>,
): Promise<ContactRow | undefined> =>
  runTransaction(db, async (tx) => {
    const row =
      (await lockContact(tx, projectId, contactId)) ??
      (await lockContact(tx, projectId, (await findMergeTarget(tx, projectId, contactId)) ?? contactId));
    if (!row || row.unsubscribed === !subscribed) return row;
    const now = clock();
    const after = subscribed ? resubscribed(row, now) : unsubscribed(row, LINK_REASON, now);
    await updateContactRow(tx, after, contactUpdated(after, headers));
    return after;
  });

/**
 * Sets whether a contact gets e-mail, as the link in a mail asks. It applies to the contact and all others with its address,
 * because a reader knows one sender and one address. Subscribing again is only for those that a link unsubscribed. The link
 * outlives the contact: for a deleted one it changes nothing, for a merged one it changes the contact it was merged into.
 */
export const setMailSubscription = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  request: SetMailSubscriptionRequest,
  context: CallContext,
): Promise<SetMailSubscriptionResponse> => {
  const { projectId } = context.scope;
  if (!projectId) throw new Error('The call carries no project');
  const headers = eventHeaders(context);
  const own = await changeOwn(deps, projectId, request, headers);
  deps.wakeEvents();
  const email = own?.email ?? '';
  if (email === '') return {};
  const change = { projectId, headers };
  if (request.subscribed) await resubscribeAll(deps, change, { email, reason: LINK_REASON });
  else await unsubscribeAll(deps, change, { emails: [email], userIds: [] }, LINK_REASON);
  return {};
};
