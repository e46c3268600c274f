import type { Sql } from '@parley/persistence';
import type { BegunDelivery, Outcome } from '../emails';
import type { MailItem } from './delivery.store';

/** An attempt and what became of it. */
export interface Settlement {
  delivery: BegunDelivery;
  outcome: Outcome;
}

interface Written {
  id: string;
  attempts: number;
  kind: Outcome['kind'];
  address: string;
  reason: string | null;
  at: Date | null;
}

const written = ({ delivery: { id, attempts, address }, outcome }: Settlement): Written => ({
  id,
  attempts,
  kind: outcome.kind,
  address: 'address' in outcome ? outcome.address : address,
  reason: 'reason' in outcome ? outcome.reason : null,
  at: outcome.kind === 'retry' ? outcome.at : null,
});

const SETTLE = `WITH settled AS (
    SELECT * FROM json_to_recordset($3::json)
      AS settled (id text, attempts integer, kind text, address text, reason text, at timestamptz)),
  removed AS (
    DELETE FROM email_delivery USING settled
     WHERE project_id = $1 AND item_id = $2 AND email_delivery.id = settled.id AND status = 'pending'
       AND email_delivery.attempts = settled.attempts AND kind = 'gone'
    RETURNING email_delivery.id),
  changed AS (
    UPDATE email_delivery SET
      status = CASE WHEN kind IN ('retry', 'held') THEN 'pending' ELSE kind END,
      reason = settled.reason, address = settled.address, lease_until = NULL,
      attempts = email_delivery.attempts - (kind = 'held')::integer,
      due_at = COALESCE(settled.at, due_at),
      sent_at = CASE WHEN kind = 'sent' THEN $4::timestamptz END,
      bounced_at = CASE WHEN kind = 'bounced' THEN $4::timestamptz END,
      bounce_type = CASE WHEN kind = 'bounced' THEN 'hard' END
    FROM settled
    WHERE project_id = $1 AND item_id = $2 AND email_delivery.id = settled.id AND status = 'pending'
      AND email_delivery.attempts = settled.attempts AND kind <> 'gone'
    RETURNING email_delivery.id, kind, NOT EXISTS (
      SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $2
         AND other.contact_id = email_delivery.contact_id AND other.id <> email_delivery.id
         AND CASE kind WHEN 'sent' THEN other.sent_at WHEN 'bounced' THEN other.bounced_at END IS NOT NULL) AS is_first)
  SELECT id, kind, is_first AS "isFirst" FROM changed UNION ALL SELECT id, 'gone', false FROM removed`;

/** The stored result of an attempt. */
export interface Settled {
  id: string;
  kind: Outcome['kind'];
  /** Whether the contact had no mail of the item before that was sent, or that bounced. */
  isFirst: boolean;
}

/** Writes what became of attempts at mails of one item; those that another process began since are left out. */
export const writeSettled = (
  tx: Sql,
  { projectId, itemId }: MailItem,
  settlements: readonly Settlement[],
  now: Date,
): Promise<Settled[]> =>
  tx.query<Settled>(SETTLE, [projectId, itemId, JSON.stringify(settlements.map(written)), now], {
    prepare: true,
  });
