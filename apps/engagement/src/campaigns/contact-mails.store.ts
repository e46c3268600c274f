import type { Sql } from '@parley/persistence';
import type { MailItem } from './delivery.store';

const ITEMS = `SELECT item_id AS "itemId" FROM email_delivery WHERE project_id = $1 AND contact_id = $2
  UNION SELECT item_id FROM email_trigger WHERE project_id = $1 AND contact_id = $2 ORDER BY 1`;

/** Items that have mails of a contact, or wait to write it some, by their ids. */
export const findMailedItems = async (tx: Sql, projectId: string, contactId: string): Promise<string[]> =>
  (await tx.query<{ itemId: string }>(ITEMS, [projectId, contactId])).map(({ itemId }) => itemId);

const KEEP_COUNTS = `INSERT INTO email_past AS past (project_id, item_id, sent, bounced, hard, opens, clicks, unsubscribed)
  SELECT $1, $2, count(sent_at), count(bounced_at), count(*) FILTER (WHERE bounce_type = 'hard'), COALESCE(sum(opens), 0),
         COALESCE(sum(clicks), 0), count(unsubscribed_at)
    FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND contact_id = $3
  ON CONFLICT (project_id, item_id) DO UPDATE SET sent = past.sent + excluded.sent, bounced = past.bounced + excluded.bounced,
    hard = past.hard + excluded.hard, opens = past.opens + excluded.opens, clicks = past.clicks + excluded.clicks,
    unsubscribed = past.unsubscribed + excluded.unsubscribed`;

const KEEP_LINKS = `INSERT INTO email_past_link AS past (project_id, item_id, url_hash, url, contacts, clicks)
  SELECT $1, $2, url_hash, min(url), 1, sum(email_click.clicks)
    FROM email_click JOIN email_delivery ON email_delivery.project_id = email_click.project_id
     AND email_delivery.id = email_click.delivery_id
   WHERE email_click.project_id = $1 AND email_click.item_id = $2 AND contact_id = $3 GROUP BY url_hash
  ON CONFLICT (project_id, item_id, url_hash)
    DO UPDATE SET contacts = past.contacts + 1, clicks = past.clicks + excluded.clicks`;

const REMOVE = `WITH removed AS (
    DELETE FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND contact_id = $3 RETURNING status)
  SELECT count(*) FILTER (WHERE status = 'pending') AS pending FROM removed`;

/** Deletes the mails of an item to a contact. Results keep their counts. Answers how many were pending. */
export const removeMails = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  contactId: string,
): Promise<number> => {
  const mails = [projectId, itemId, contactId];
  await tx.query(KEEP_COUNTS, mails);
  await tx.query(KEEP_LINKS, mails);
  const [row] = await tx.query<{ pending: number }>(REMOVE, mails);
  return row?.pending ?? 0;
};

/** Deletes the events of a contact that e-mails may follow. */
export const removeContactTriggers = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  await tx.query('DELETE FROM email_trigger WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    contactId,
  ]);
};

/** Contacts that turned out to be one. */
interface Move {
  from: string;
  to: string;
}

/** Copies the events that e-mails may follow to the other contact. Answers the items of new ones. */
export const moveTriggers = async (tx: Sql, projectId: string, { from, to }: Move): Promise<string[]> => {
  const noted = await tx.query<{ itemId: string }>(
    `INSERT INTO email_trigger (project_id, item_id, contact_id, event_id, event_at)
     SELECT project_id, item_id, $3, event_id, event_at FROM email_trigger WHERE project_id = $1 AND contact_id = $2
     ON CONFLICT DO NOTHING RETURNING item_id AS "itemId"`,
    [projectId, from, to],
  );
  return noted.map(({ itemId }) => itemId);
};

/** Moves the mails of an item to another contact, except for occasions of which that contact has a mail. */
export const moveMails = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  { from, to }: Move,
): Promise<void> => {
  await tx.query(
    `UPDATE email_delivery SET contact_id = $4 WHERE project_id = $1 AND item_id = $2 AND contact_id = $3
       AND NOT EXISTS (SELECT FROM email_delivery AS own WHERE own.project_id = $1 AND own.item_id = $2
         AND own.contact_id = $4 AND own.occasion = email_delivery.occasion)`,
    [projectId, itemId, from, to],
  );
};
