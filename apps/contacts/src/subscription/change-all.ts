import { runTransaction } from '@parley/persistence';
import { type ContactRow, contactUpdated, updateContactRow } from '../contacts';
import type { Deps } from '../deps';
import { resubscribed, unsubscribed } from './subscription';
import { findSubscribed, findUnsubscribed, lockByMail, type Recipients } from './subscription.store';

/** Contacts changed in one transaction. */
const BATCH = 200;

type SubscriptionDeps = Pick<Deps, 'db' | 'clock' | 'wakeEvents'>;

/** Where, and what travels with the events. */
interface Change {
  projectId: string;
  headers: Record<string, string>;
}

/** Changes contacts until none is found; a changed contact must not be found again. */
const changeAll = async (
  { db, wakeEvents }: SubscriptionDeps,
  { projectId, headers }: Change,
  isUnsubscribed: boolean,
  find: (limit: number) => Promise<string[]>,
  change: (row: ContactRow) => ContactRow,
): Promise<void> => {
  for (;;) {
    const ids = await find(BATCH);
    if (ids.length === 0) return;
    await runTransaction(db, async (tx) => {
      for (const row of await lockByMail(tx, projectId, ids, { unsubscribed: isUnsubscribed })) {
        const after = change(row);
        await updateContactRow(tx, after, contactUpdated(after, headers));
      }
    });
    wakeEvents();
  }
};

/** Unsubscribes every contact that an address or a userId matches and that gets e-mail. */
export const unsubscribeAll = (
  deps: SubscriptionDeps,
  change: Change,
  recipients: Recipients,
  reason: string | null,
): Promise<void> => {
  const now = deps.clock();
  return changeAll(
    deps,
    change,
    false,
    (limit) => findSubscribed(deps.db, change.projectId, recipients, limit),
    (row) => unsubscribed(row, reason, now),
  );
};

/** Subscribes every contact with an address again that was unsubscribed for a reason. */
export const resubscribeAll = (
  deps: SubscriptionDeps,
  change: Change,
  left: { email: string; reason: string },
): Promise<void> => {
  const now = deps.clock();
  return changeAll(
    deps,
    change,
    true,
    (limit) => findUnsubscribed(deps.db, change.projectId, left, limit),
    (row) => resubscribed(row, now),
  );
};
