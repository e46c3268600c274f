import { runTransaction } from '@parley/persistence';
import {
  type SetMailSubscriptionRequest,
  type SetMailSubscriptionResponse,
} from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { type CallContext } from '@parley/rpc';
import { contactUpdated, eventHeaders } from '../contacts/contact.events';
import { lockContact, updateContactRow } from '../contacts/contact.store';
import { type Deps } from '../deps';
import { heirOf } from '../merge/merge.store';
import { resubscribed, unsubscribed } from './subscription';

/** Kept with a contact that used the link in a mail. */
export const LINK_REASON = 'Unsubscribed by the link in an e-mail.';

/**
 * Sets whether a contact gets e-mail, as the link in a mail asks. The link outlives the contact: of one that is gone
 * nothing is left to change, and one that was merged stands for its heir.
 */
export const setMailSubscription = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { contactId, subscribed }: SetMailSubscriptionRequest,
  context: CallContext,
): Promise<SetMailSubscriptionResponse> => {
  const { projectId } = context.scope;
  if (!projectId) throw new Error('The call carries no project');
  await runTransaction(db, async (tx) => {
    const row =
      (await lockContact(tx, projectId, contactId)) ??
      (await lockContact(tx, projectId, (await heirOf(tx, projectId, contactId)) ?? contactId));
    if (!row || row.unsubscribed === !subscribed) return;
    const now = clock();
    const after = subscribed ? resubscribed(row, now) : unsubscribed(row, LINK_REASON, now);
    await updateContactRow(tx, after, contactUpdated(after, eventHeaders(context)));
  });
  wakeEvents();
  return {};
};
