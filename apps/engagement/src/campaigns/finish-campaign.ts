import { type EmailDeps } from '../emails/deps';
import { finishItem } from '../items/finish-items';
import { lockItemOfType } from '../items/item.store';
import { isSentOnce } from '../rounds/rounds.store';
import { type MailItem } from './delivery.store';

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
