import type { EmailDeps } from '../emails';
import type { CampaignType } from '../core';
import { finishItem, lockItemOfType } from '../items';
import { isSentOnce } from '../rounds';
import type { MailItem } from './delivery.store';

/** Finishes an e-mail or push notification that is sent once on a schedule, when it has nothing left to send. */
export const finishCampaign = async (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  { projectId, itemId }: MailItem,
  type: CampaignType,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const item = await lockItemOfType(tx, type, projectId, itemId);
    if (item && (await isSentOnce(tx, projectId, itemId))) await finishItem(tx, { events }, item, clock());
  });
  events.wake();
};
