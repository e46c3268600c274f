import { type Database, hashId, type Sql } from '@parley/persistence';
import { CAMPAIGN_TYPES, type CampaignType } from '../core';
import { askCampaign, campaignJobs } from '../rounds';
import type { BegunDelivery, PlannedDelivery } from '../emails';

/** The item of the mails. */
export interface MailItem {
  projectId: string;
  itemId: string;
}

/** Locks an item so that its counters and mails change together; its state, undefined when it is gone. */
export const lockMailItem = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
): Promise<{ status: string; type: CampaignType } | undefined> => {
  const [row] = await tx.query<{ status: string; type: CampaignType }>(
    'SELECT status, type FROM item WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [projectId, itemId],
    { prepare: true },
  );
  return row;
};

/** Increments of an item's counters. */
export interface CounterChange {
  pending?: number;
  sent?: number;
  failed?: number;
  skipped?: number;
  opened?: number;
  clicked?: number;
  bounced?: number;
  unsubscribed?: number;
}

const COUNT = `UPDATE item SET pending = pending + $3, sent = sent + $4, failed = failed + $5, skipped = skipped + $6,
    opened = opened + $7, clicked = clicked + $8, bounced = bounced + $9, unsubscribed = unsubscribed + $10,
    sent_at = CASE WHEN $4 > 0 THEN COALESCE(sent_at, $11) ELSE sent_at END
  WHERE project_id = $1 AND id = $2`;

/** Adds to the counters of an item that is locked. */
export const countMails = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  change: CounterChange,
  now: Date,
): Promise<void> => {
  const { pending = 0, sent = 0, failed = 0, skipped = 0 } = change;
  const { opened = 0, clicked = 0, bounced = 0, unsubscribed = 0 } = change;
  const values = [pending, sent, failed, skipped, opened, clicked, bounced, unsubscribed];
  if (values.every((value) => value === 0)) return;
  await tx.query(COUNT, [projectId, itemId, ...values, now], { prepare: true });
};

const PLAN = `WITH planned AS (
    SELECT planned.*, EXISTS (SELECT FROM email_delivery AS other
       WHERE other.project_id = $1 AND other.item_id = $2 AND other.occasion = $3 AND other.address = planned.address
         AND other.status <> 'skipped') AS is_taken
      FROM json_to_recordset($5::json) AS planned (id text, "contactId" text, address text, status text, reason text))
  INSERT INTO email_delivery (project_id, id, item_id, contact_id, occasion, address, status, reason, due_at)
  SELECT $1, id, $2, "contactId", $3, address, CASE WHEN is_taken THEN 'skipped' ELSE status END,
         CASE WHEN is_taken THEN 'duplicate_address' ELSE reason END, $4
    FROM planned
  ON CONFLICT DO NOTHING
  RETURNING id, contact_id AS "contactId", status`;

/** Stores the mails of one page of a round; answers those that are new. A second mail to an address is skipped. */
export const insertPlanned = (
  tx: Sql,
  { projectId, itemId }: MailItem,
  { occasion, dueAt, deliveries }: { occasion: string; dueAt: Date; deliveries: readonly PlannedDelivery[] },
): Promise<{ id: string; contactId: string; status: string }[]> =>
  tx.query(PLAN, [projectId, itemId, occasion, dueAt, JSON.stringify(deliveries)], { prepare: true });

/** When the next mail of an item is due; undefined when none waits. One that is on its way is due when its lease ends. */
export const nextMail = async (sql: Sql, { projectId, itemId }: MailItem): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(COALESCE(lease_until, due_at)) AS at FROM email_delivery
      WHERE project_id = $1 AND item_id = $2 AND status = 'pending'`,
    [projectId, itemId],
  );
  return row?.at ?? undefined;
};

// One process at a time sends the mails of an item. The lease protects mails under way when that process is slow or dies, and
// serves processes of former releases: a mail that may have been sent is not sent again before its lease ends.
const BEGIN = `WITH due AS (
    SELECT project_id, id, lease_until IS NOT NULL AS resumed FROM email_delivery
     WHERE project_id = $1 AND item_id = $2 AND status = 'pending' AND COALESCE(lease_until, due_at) <= $3
     ORDER BY COALESCE(lease_until, due_at), id LIMIT $4)
  UPDATE email_delivery SET attempts = attempts + 1, lease_until = $3::timestamptz + make_interval(secs => $5),
    mail_date = COALESCE(mail_date, $3)
  FROM due WHERE email_delivery.project_id = due.project_id AND email_delivery.id = due.id
    AND status = 'pending' AND COALESCE(lease_until, email_delivery.due_at) <= $3
  RETURNING email_delivery.project_id AS "projectId", email_delivery.id, item_id AS "itemId", contact_id AS "contactId",
    address, attempts, mail_date AS "mailDate", resumed`;

/** Begins attempts at due mails of an item; for so many seconds no other process tries them. */
export const beginDeliveries = (
  db: Pick<Database, 'transaction'>,
  { projectId, itemId }: MailItem,
  { now, limit, leaseSeconds }: { now: Date; limit: number; leaseSeconds: number },
): Promise<BegunDelivery[]> =>
  db.transaction(async (tx) => {
    // Before the mails, in the same order as planning, reporting and deleting.
    if ((await lockMailItem(tx, { projectId, itemId }))?.status !== 'live') return [];
    // Not prepared: a plan made while few are pending would stay when many are.
    return tx.query<BegunDelivery>(BEGIN, [projectId, itemId, now, limit, leaseSeconds]);
  });

/** Whether mails of an item were begun and not reported. */
export const hasMailsInHand = async (sql: Sql, { projectId, itemId }: MailItem): Promise<boolean> => {
  const rows = await sql.query(
    `SELECT FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND status = 'pending' AND lease_until IS NOT NULL LIMIT 1`,
    [projectId, itemId],
  );
  return rows.length > 0;
};

const MOVE = `UPDATE email_delivery SET address = $4 WHERE project_id = $1 AND item_id = $2 AND id = $3 AND status = 'pending'
  AND NOT EXISTS (SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $2
    AND other.occasion = email_delivery.occasion AND other.address = $4 AND other.id <> $3 AND other.status <> 'skipped')
  RETURNING 1`;

/** Gives a mail another address; answers false when another mail of its round has it. */
export const moveDelivery = (
  db: Database,
  { projectId, itemId, id }: MailItem & { id: string },
  address: string,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockMailItem(tx, { projectId, itemId });
    return (await tx.query(MOVE, [projectId, itemId, id, address])).length > 0;
  });

// The process that sends a mail reports it.
const SKIP = `UPDATE email_delivery SET status = 'skipped', reason = 'stopped', lease_until = NULL
  WHERE project_id = $1 AND id IN (
    SELECT id FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND status = 'pending'
       AND (lease_until IS NULL OR lease_until <= $3) LIMIT $4)
  RETURNING id, contact_id AS "contactId"`;

/** Skips waiting mails of an item that was stopped; answers them. */
export const skipPending = (
  tx: Sql,
  { projectId, itemId }: MailItem,
  limit: number,
  now: Date,
): Promise<{ id: string; contactId: string }[]> => tx.query(SKIP, [projectId, itemId, now, limit]);

/** Those of some addresses that do not exist, by reports since a time. */
export const findBounced = async (
  sql: Sql,
  projectId: string,
  addresses: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> => {
  // A process of the version before writes the address itself.
  const known = new Map(
    addresses.flatMap((address) => [address, hashId(address)].map((key) => [key, address])),
  );
  const rows = await sql.query<{ key: string }>(
    'SELECT address AS key FROM email_bounce WHERE project_id = $1 AND address = ANY($2) AND bounced_at > $3',
    [projectId, [...known.keys()], since],
    { prepare: true },
  );
  return new Set(rows.flatMap(({ key }) => known.get(key) ?? []));
};

/** Notes that an address does not exist: by its digest, because it stays noted when its contact is deleted. */
export const noteBounced = async (
  tx: Sql,
  projectId: string,
  addresses: readonly string[],
  at: Date,
): Promise<void> => {
  if (addresses.length === 0) return;
  await tx.query(
    `INSERT INTO email_bounce (project_id, address, bounced_at) SELECT $1, address, $3 FROM unnest($2::text[]) AS address
     ON CONFLICT (project_id, address) DO UPDATE SET bounced_at = greatest(email_bounce.bounced_at, excluded.bounced_at)`,
    [projectId, [...new Set(addresses.map(hashId))].sort(), at],
  );
};

/** Ends the leases of mails that are on their way. Only for the one process there is, at its start: who sent them is dead. */
export const endLeases = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await tx.query<MailItem & { type: CampaignType }>(
      `UPDATE email_delivery SET lease_until = $1 FROM item
        WHERE item.type IN ${CAMPAIGN_TYPES} AND item.status = 'live' AND item.pending > 0 AND email_delivery.project_id = item.project_id
          AND email_delivery.item_id = item.id AND email_delivery.status = 'pending' AND lease_until IS NOT NULL
          AND COALESCE(lease_until, due_at) > $1
       RETURNING email_delivery.project_id AS "projectId", item_id AS "itemId", item.type`,
      [now],
    );
    for (const item of ended) await askCampaign(tx, campaignJobs[item.type].mails, item, { now });
  });
