import type { EmailDeps } from '../emails';
import { countMails, lockMailItem, type MailItem, skipPending } from './delivery.store';
import { emailEvent } from './email.events';

const BATCH = 500;

/** Skips some of what waits of a finished item. Answers whether there may be more. */
export const stopMails = (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  item: MailItem,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const locked = await lockMailItem(tx, item);
    if (locked?.status !== 'finished') return false;
    const now = clock();
    const mails = await skipPending(tx, item, BATCH, now);
    await countMails(tx, item, { pending: -mails.length, skipped: mails.length }, now);
    await events.append(
      tx,
      mails.map((mail) =>
        emailEvent(locked.type, 'skipped', { ...item, ...mail }, now, { reason: 'stopped' }),
      ),
    );
    return mails.length === BATCH;
  });
