import type { Sql } from '@parley/persistence';
import type { Attempt } from './delivery.store';
import type { DueDelivery } from './due-delivery.store';

/** Attempts of a delivery that are kept, the newest. */
const MAX_ATTEMPTS_KEPT = 50;

const prepare = { prepare: true };

// One that stood still so long that another process delivered it reports nothing.
const SENT = `d.project_id = $1 AND d.webhook_id = $2 AND d.id = $3 AND d.status = 'pending'`;

/** Attempts are kept oldest first. */
const NOTED = `attempted = true, tries = d.tries + 1, attempts = CASE
  WHEN jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS_KEPT} THEN d.attempts ELSE d.attempts - 0 END || $4::jsonb`;

const DELIVERED = `WITH done AS (
    UPDATE webhook_delivery d SET status = 'delivered', delivered_at = $5, ${NOTED}
    WHERE ${SENT} RETURNING d.project_id, d.webhook_id
  ), well AS (
    UPDATE webhook h SET failing_since = NULL FROM done
    WHERE h.project_id = done.project_id AND h.id = done.webhook_id AND h.failing_since IS NOT NULL
  )
  SELECT 1 FROM done`;

/** Reports an acknowledged delivery; its webhook fails no more. */
export const reportDelivered = async (
  sql: Sql,
  { projectId, webhookId, id }: DueDelivery,
  attempt: Attempt,
  now: Date,
): Promise<void> => {
  await sql.query(DELIVERED, [projectId, webhookId, id, JSON.stringify([attempt]), now], prepare);
};

// A redelivery that was requested during the attempt starts from the beginning: then this attempt is not the last.
const FAILED = `WITH done AS (
    UPDATE webhook_delivery d SET ${NOTED},
      status = CASE WHEN $6::timestamptz IS NULL AND d.tries = $7 THEN 'failed' ELSE 'pending' END,
      due_at = coalesce($6::timestamptz, $5::timestamptz)
    WHERE ${SENT} RETURNING d.project_id, d.webhook_id
  )
  UPDATE webhook h SET failing_since = coalesce(h.failing_since, $5), paused_until = greatest(h.paused_until, $8)
  FROM done WHERE h.project_id = done.project_id AND h.id = done.webhook_id
  RETURNING h.failing_since AS "failingSince"`;

/** The result of a failed attempt. */
export interface Failure {
  attempt: Attempt;
  now: Date;
  /** When it is tried next; undefined when it has failed for good. */
  next: Date | undefined;
  /** Until when nothing is sent to the webhook. */
  pausedUntil: Date | undefined;
}

/** Reports a failed attempt. Answers since when the webhook fails; undefined when the delivery is not to be sent any more. */
export const reportFailed = async (
  sql: Sql,
  { projectId, webhookId, id, tries }: DueDelivery,
  { attempt, now, next, pausedUntil }: Failure,
): Promise<Date | undefined> => {
  const [row] = await sql.query<{ failingSince: Date }>(
    FAILED,
    [projectId, webhookId, id, JSON.stringify([attempt]), now, next ?? null, tries, pausedUntil ?? null],
    prepare,
  );
  return row?.failingSince;
};
