import type { EmailDeps } from '../emails';
import { finishItem, lockItemOfType } from '../items';
import { isSentOnce } from '../rounds';
import type { MailItem } from './delivery.store';

/** Finishes a scheduled e-mail that goes out once when it has nothing left to send. */
export const finishCampaign = async (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  { projectId, itemId }: MailItem,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const item = await lockItemOfType(tx, 'EMAIL', projectId, itemId);
    if (item && (await isSentOnce(tx, projectId, itemId))) await finishItem(tx, { events }, item, clock());
  });
  events.wake();
};
