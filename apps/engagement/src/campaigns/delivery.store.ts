import { type Database, digestOf, type Sql } from '@parley/persistence';
import { type ClaimedDelivery, type PlannedDelivery } from './delivery';

/** The item whose mails are written. */
export interface MailItem {
  projectId: string;
  itemId: string;
}

/** Locks an item so that its counters and mails change together; its state, undefined when it is gone. */
export const lockMailItem = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
): Promise<{ status: string } | undefined> => {
  const [row] = await tx.query<{ status: string }>(
    'SELECT status FROM item WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [projectId, itemId],
    { prepare: true },
  );
  return row;
};

/** What is added to an item's counters. */
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

const DUE_OF_ITEM = `EXISTS (SELECT FROM email_delivery WHERE email_delivery.project_id = item.project_id
  AND email_delivery.item_id = item.id AND email_delivery.status = 'pending' AND COALESCE(lease_until, due_at) <= $1)`;

/** True while a mail of a live item is due. `$1` is the service's time. */
export const DELIVERY_DUE = `EXISTS (SELECT FROM item WHERE type = 'EMAIL' AND status = 'live' AND pending > 0 AND ${DUE_OF_ITEM})`;

/** Live items that have mails due, at most so many. */
export const itemsWithDue = (sql: Sql, now: Date, limit: number): Promise<MailItem[]> =>
  sql.query<MailItem>(
    `SELECT project_id AS "projectId", id AS "itemId" FROM item
      WHERE type = 'EMAIL' AND status = 'live' AND pending > 0 AND ${DUE_OF_ITEM} LIMIT ${limit}`,
    [now],
  );

const CLAIM = `WITH due AS (
    SELECT project_id, id, lease_until IS NOT NULL AS resumed FROM email_delivery
     WHERE project_id = $1 AND item_id = $2 AND status = 'pending' AND COALESCE(lease_until, due_at) <= $3
     ORDER BY COALESCE(lease_until, due_at), id LIMIT $4 FOR UPDATE SKIP LOCKED)
  UPDATE email_delivery SET attempts = attempts + 1, lease_until = $3::timestamptz + make_interval(secs => $5),
    mail_date = COALESCE(mail_date, $3)
  FROM due WHERE email_delivery.project_id = due.project_id AND email_delivery.id = due.id
  RETURNING email_delivery.project_id AS "projectId", email_delivery.id, item_id AS "itemId", contact_id AS "contactId",
    address, attempts, mail_date AS "mailDate", resumed`;

/** Takes up mails of an item that are due, for so many seconds. */
export const claimDeliveries = (
  sql: Sql,
  { projectId, itemId }: MailItem,
  { now, limit, leaseSeconds }: { now: Date; limit: number; leaseSeconds: number },
): Promise<ClaimedDelivery[]> =>
  // Not prepared: a plan made while few are pending would stay when many are.
  sql.query<ClaimedDelivery>(CLAIM, [projectId, itemId, now, limit, leaseSeconds]);

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

/** Those of some addresses that do not exist, by reports since a time. */
export const findBounced = async (
  sql: Sql,
  projectId: string,
  addresses: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> => {
  // A process of the version before writes the address itself.
  const known = new Map(
    addresses.flatMap((address) => [address, digestOf(address)].map((key) => [key, address])),
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
    [projectId, [...new Set(addresses.map(digestOf))].sort(), at],
  );
};
