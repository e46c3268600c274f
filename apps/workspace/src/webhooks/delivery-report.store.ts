import { type Sql } from '@parley/persistence';
import { type ClaimedDelivery } from './delivery-claim.store';
import { type Attempt } from './delivery.store';

/** Attempts of a delivery that are kept, the newest. */
const MAX_ATTEMPTS_KEPT = 50;

const prepare = { prepare: true };

type Held = Pick<ClaimedDelivery, 'projectId' | 'webhookId' | 'id' | 'lease'>;

const HELD = 'd.project_id = $1 AND d.webhook_id = $2 AND d.id = $3 AND d.lease = $4';

/** Attempts are kept oldest first. */
const NOTED = `lease = NULL, attempted = true, tries = d.tries + 1, attempts = CASE
  WHEN jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS_KEPT} THEN d.attempts ELSE d.attempts - 0 END || $5::jsonb`;

const DELIVERED = `WITH done AS (
    UPDATE webhook_delivery d SET status = 'delivered', delivered_at = $6, ${NOTED}
    WHERE ${HELD} RETURNING d.project_id, d.webhook_id
  ), well AS (
    UPDATE webhook h SET failing_since = NULL FROM done
    WHERE h.project_id = done.project_id AND h.id = done.webhook_id AND h.failing_since IS NOT NULL
  )
  SELECT 1 FROM done`;

/** Reports an acknowledged delivery; its webhook fails no more. Answers whether the claim was still held. */
export const reportDelivered = async (
  sql: Sql,
  { projectId, webhookId, id, lease }: Held,
  attempt: Attempt,
  now: Date,
): Promise<boolean> => {
  const values = [projectId, webhookId, id, lease, JSON.stringify([attempt]), now];
  return (await sql.query(DELIVERED, values, prepare)).length > 0;
};

// A redelivery that came meanwhile counts from the beginning: then this attempt is not the last.
const FAILED = `WITH done AS (
    UPDATE webhook_delivery d SET ${NOTED},
      status = CASE WHEN $7::timestamptz IS NULL AND d.tries = $8 THEN 'failed' ELSE 'pending' END,
      due_at = coalesce($7::timestamptz, $6::timestamptz)
    WHERE ${HELD} RETURNING d.project_id, d.webhook_id
  )
  UPDATE webhook h SET failing_since = coalesce(h.failing_since, $6), paused_until = greatest(h.paused_until, $9)
  FROM done WHERE h.project_id = done.project_id AND h.id = done.webhook_id
  RETURNING h.failing_since AS "failingSince"`;

/** What a failed attempt leads to. */
export interface Failure {
  attempt: Attempt;
  now: Date;
  /** When it is tried next; undefined when it has failed for good. */
  next: Date | undefined;
  /** Until when nothing is sent to the webhook. */
  pausedUntil: Date | undefined;
}

/** Reports a failed attempt. Answers since when the webhook fails; undefined when the claim was not held any more. */
export const reportFailed = async (
  sql: Sql,
  { projectId, webhookId, id, lease, tries }: Held & Pick<ClaimedDelivery, 'tries'>,
  { attempt, now, next, pausedUntil }: Failure,
): Promise<Date | undefined> => {
  const [row] = await sql.query<{ failingSince: Date }>(
    FAILED,
    [
      projectId,
      webhookId,
      id,
      lease,
      JSON.stringify([attempt]),
      now,
      next ?? null,
      tries,
      pausedUntil ?? null,
    ],
    prepare,
  );
  return row?.failingSince;
};

/** Gives a delivery back that was not attempted to the end; it is due at `due`. */
export const releaseDelivery = async (
  sql: Sql,
  { projectId, webhookId, id, lease }: Held,
  due: Date,
): Promise<void> => {
  await sql.query(
    `UPDATE webhook_delivery d SET lease = NULL, due_at = $5 WHERE ${HELD}`,
    [projectId, webhookId, id, lease, due],
    prepare,
  );
};
