import { projectScope } from '@parley/auth';
import { type OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import { domainOf } from '../emails/delivery';
import { countMails, lockMailItem, noteBounced } from '../campaigns/delivery.store';
import { emailEvent } from '../campaigns/email.events';
import { type EmailDeps } from '../emails/deps';
import { readBounceAddress, readMessageId } from '../emails/tokens';
import { bounceOf, type DeliveryReport, readReport } from './read-report';

/** What a report did. */
export interface ReceivedBounce {
  status: 'bounced' | 'duplicate' | 'ignored';
  bounceType?: string;
  engagement?: string;
  session?: string;
}

interface BouncedRow {
  itemId: string;
  contactId: string;
  address: string;
  status: string;
  bounceType: string | null;
}

const FIND = `SELECT item_id AS "itemId", contact_id AS "contactId", address, status, bounce_type AS "bounceType"
  FROM email_delivery WHERE project_id = $1 AND id = $2`;

const BOUNCE = `UPDATE email_delivery SET status = 'bounced', bounced_at = $3, bounce_type = $4, lease_until = NULL
  WHERE project_id = $1 AND id = $2
  RETURNING NOT EXISTS (SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $5
     AND other.contact_id = $6 AND other.id <> $2 AND other.bounced_at IS NOT NULL) AS "isFirst"`;

const deliveryOf = (sealer: EmailDeps['sealer'], { messageId, sentTo }: DeliveryReport): string | undefined =>
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
  const bounce = report && bounceOf(report);
  const id = report && deliveryOf(sealer, report);
  if (!bounce || id === undefined) return ignored;
  const answer = await db.transaction(async (tx): Promise<ReceivedBounce> => {
    const [known] = await tx.query<BouncedRow>(FIND, [projectId, id]);
    if (!known || !(await lockMailItem(tx, { projectId, itemId: known.itemId }))) return ignored;
    const [row] = await tx.query<BouncedRow>(`${FIND} FOR UPDATE`, [projectId, id]);
    if (!row) return ignored;
    const { itemId, contactId, address, status } = row;
    const named = { engagement: itemId, session: contactId };
    if (status === 'bounced')
      return { status: 'duplicate', bounceType: row.bounceType ?? bounce.type, ...named };
    if (status !== 'sent' && status !== 'pending') return ignored;
    const now = clock();
    const values = [projectId, id, now, bounce.type, itemId, contactId];
    const [bounced] = await tx.query<{ isFirst: boolean }>(BOUNCE, values);
    const change = { pending: status === 'pending' ? -1 : 0, bounced: bounced?.isFirst ? 1 : 0 };
    await countMails(tx, { projectId, itemId }, change, now);
    if (bounce.type === 'hard') await noteBounced(tx, projectId, [address], now);
    const particulars = {
      domain: domainOf(address),
      bounceType: bounce.type,
      ...(bounce.status !== undefined && { code: bounce.status }),
    };
    await events.append(tx, [emailEvent('bounced', { projectId, itemId, contactId, id }, now, particulars)]);
    const done: ReceivedBounce = { status: 'bounced', bounceType: bounce.type, ...named };
    await context.record(tx, done);
    return done;
  });
  events.wake();
  return answer;
};
