import type { Sql } from '@parley/persistence';
import { CAMPAIGN_TYPES, isCampaign, type Item } from '../core';

const DAY_SECONDS = 86_400;

/** A round with planned mails. */
export interface Round {
  projectId: string;
  itemId: string;
  number: number;
  dueAt: Date;
  startedAt: Date;
  /** Where the next page of the audience begins; null before the first one. */
  position: string | null;
  /** The address that the last page ended with. */
  lastAddress: string | null;
}

type Started = Pick<
  Item,
  'projectId' | 'id' | 'type' | 'trigger' | 'frequency' | 'frequencyDays' | 'startSendingAfter'
>;

const FIRST = `INSERT INTO email_round (project_id, item_id, number, due_at) VALUES ($1, $2, 1, $3)
  ON CONFLICT (project_id, item_id, number) DO UPDATE SET due_at = $3 WHERE email_round.started_at IS NULL`;

const NEXT = `INSERT INTO email_round (project_id, item_id, number, due_at)
  SELECT project_id, item_id, number + 1,
         due_at + make_interval(secs => $3 * (1 + greatest(0, floor(extract(epoch FROM $4::timestamptz - due_at) / $3))))
    FROM email_round WHERE project_id = $1 AND item_id = $2 AND started_at IS NOT NULL ORDER BY number DESC LIMIT 1
  ON CONFLICT DO NOTHING`;

/** Appoints the round after the last one that began: a whole number of periods after it, and not in the past. */
export const appointNextRound = async (
  tx: Sql,
  { projectId, id, frequencyDays }: Pick<Started, 'projectId' | 'id' | 'frequencyDays'>,
  now: Date,
): Promise<void> => {
  await tx.query(NEXT, [projectId, id, (frequencyDays ?? 1) * DAY_SECONDS, now]);
};

/**
 * Makes a scheduled e-mail due when it goes live: its first round at its time, and after a pause the remaining rounds under its
 * present frequency.
 */
export const appointRounds = async (tx: Sql, item: Started, now: Date): Promise<void> => {
  if (!isCampaign(item.type)) return;
  const { projectId, id, trigger, frequency, startSendingAfter } = item;
  if (trigger !== 'schedule' || frequency === 'once')
    await tx.query(
      `DELETE FROM email_round WHERE project_id = $1 AND item_id = $2 AND started_at IS NULL AND number > $3`,
      [projectId, id, trigger === 'schedule' ? 1 : 0],
    );
  if (trigger !== 'schedule') return;
  const dueAt = startSendingAfter && startSendingAfter > now ? startSendingAfter : now;
  await tx.query(FIRST, [projectId, id, dueAt]);
  if (frequency === 'days') await appointNextRound(tx, item, now);
};

/** The first round of an item that is not planned to its end; `startedAt` is now where it has not begun. */
export const nextRound = async (
  sql: Sql,
  { projectId, itemId }: Pick<Round, 'projectId' | 'itemId'>,
  now: Date,
): Promise<Round | undefined> => {
  const [round] = await sql.query<Round>(
    `SELECT project_id AS "projectId", item_id AS "itemId", number, due_at AS "dueAt", COALESCE(started_at, $3) AS "startedAt",
            position, last_address AS "lastAddress"
       FROM email_round WHERE project_id = $1 AND item_id = $2 AND planned_at IS NULL ORDER BY number LIMIT 1`,
    [projectId, itemId, now],
  );
  return round;
};

/** Notes that a round has begun. */
export const beginRound = async (
  sql: Sql,
  { projectId, itemId, number, startedAt }: Round,
): Promise<void> => {
  await sql.query(
    `UPDATE email_round SET started_at = $4
      WHERE project_id = $1 AND item_id = $2 AND number = $3 AND started_at IS NULL`,
    [projectId, itemId, number, startedAt],
  );
};

/** Whether a round is still where a process left it; it is locked until the transaction ends. */
export const lockRound = async (
  tx: Sql,
  { projectId, itemId, number, position }: Round,
): Promise<boolean> => {
  const rows = await tx.query(
    `SELECT FROM email_round WHERE project_id = $1 AND item_id = $2 AND number = $3
       AND position IS NOT DISTINCT FROM $4 AND planned_at IS NULL FOR UPDATE`,
    [projectId, itemId, number, position],
  );
  return rows.length > 0;
};

/** Where a round goes on; without a position it is planned. */
export const moveRound = async (
  tx: Sql,
  { projectId, itemId, number }: Round,
  to: { position: string | undefined; lastAddress: string | null; now: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE email_round SET position = $4, last_address = $5, planned_at = CASE WHEN $4::text IS NULL THEN $6::timestamptz END
      WHERE project_id = $1 AND item_id = $2 AND number = $3`,
    [projectId, itemId, number, to.position ?? null, to.lastAddress, to.now],
  );
};

const IS_SENT_ONCE = `SELECT FROM item WHERE project_id = $1 AND id = $2
  AND item.type IN ${CAMPAIGN_TYPES} AND item.status = 'live' AND item.trigger = 'schedule' AND item.frequency = 'once'
  AND item.pending = 0
  AND EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id)
  AND NOT EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id
                     AND r.planned_at IS NULL)`;

/** Whether an item is a scheduled e-mail or push notification that goes out once and has nothing left to send. */
export const isSentOnce = async (tx: Sql, projectId: string, itemId: string): Promise<boolean> =>
  (await tx.query(IS_SENT_ONCE, [projectId, itemId])).length > 0;
