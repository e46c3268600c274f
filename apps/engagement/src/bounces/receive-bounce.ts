import { emailDomain } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import { countMails, lockMailItem, noteBounced, emailEvent } from '../campaigns';
import { type EmailDeps, readBounceAddress, readMessageId } from '../emails';
import { findMail, lockMail, writeBounce } from './bounced-mail.store';
import { findBounce, type DeliveryReport, readReport } from './read-report';

/** The effect of a report. */
export interface ReceivedBounce {
  status: 'bounced' | 'duplicate' | 'ignored';
  bounceType?: string;
  engagement?: string;
  session?: string;
}

const findDelivery = (
  sealer: EmailDeps['sealer'],
  { messageId, sentTo }: DeliveryReport,
): string | undefined =>
  (messageId === undefined ? undefined : readMessageId(sealer, messageId)) ??
  sentTo.map((address) => readBounceAddress(sealer, address)).find((id) => id !== undefined);

const ignored: ReceivedBounce = { status: 'ignored' };

/** Reads a delivery status notification and notes the bounce of the mail that it is about. 400 for an empty body. */
export const receiveBounce = async (
  { db, events, sealer, clock }: Pick<EmailDeps, 'db' | 'events' | 'sealer' | 'clock'>,
  { mime }: { mime: Uint8Array },
  context: OnceContext<ReceivedBounce>,
): Promise<ReceivedBounce> => {
  const { projectId } = projectScope(context.scope);
  if (mime.length === 0) throw invalid({ field: 'mime', message: 'must be a mail: the body is empty' });
  const report = await readReport(mime);
  const bounce = report && findBounce(report);
  const id = report && findDelivery(sealer, report);
  if (!bounce || id === undefined) return ignored;
  const answer = await db.transaction(async (tx): Promise<ReceivedBounce> => {
    const known = await findMail(tx, projectId, id);
    if (!known || !(await lockMailItem(tx, { projectId, itemId: known.itemId }))) return ignored;
    const mail = await lockMail(tx, projectId, id);
    if (!mail) return ignored;
    const { itemId, contactId, address, status } = mail;
    const named = { engagement: itemId, session: contactId };
    if (status === 'bounced')
      return { status: 'duplicate', bounceType: mail.bounceType ?? bounce.type, ...named };
    if (status !== 'sent' && status !== 'pending') return ignored;
    const now = clock();
    const bounced = { projectId, id, itemId, contactId };
    const isFirst = await writeBounce(tx, bounced, bounce.type, now);
    const change = { pending: status === 'pending' ? -1 : 0, bounced: isFirst ? 1 : 0 };
    await countMails(tx, bounced, change, now);
    if (bounce.type === 'hard') await noteBounced(tx, projectId, [address], now);
    const particulars = {
      domain: emailDomain(address),
      bounceType: bounce.type,
      ...(bounce.status !== undefined && { code: bounce.status }),
    };
    await events.append(tx, [emailEvent('EMAIL', 'bounced', bounced, now, particulars)]);
    const done: ReceivedBounce = { status: 'bounced', bounceType: bounce.type, ...named };
    await context.record(tx, done);
    return done;
  });
  events.wake();
  return answer;
};
