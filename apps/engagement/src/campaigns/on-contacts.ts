import { type DomainEvent } from '@parley/events';
import { eraseMails } from '@parley/mail';
import { type Sql } from '@parley/persistence';
import { gone } from '../core/gone';
import { type Deps } from '../deps';
import { askCampaign, mailJob, triggerJob } from '../rounds/campaign-jobs';
import { countMails, lockMailItem } from './delivery.store';
import { noteTriggers } from './trigger.store';

/** The durable by which e-mails follow contacts. */
export const EMAILS_DURABLE = 'engagement-emails';

interface Payload {
  events?: { id: string; name: string; date: string }[];
  /** Of a merged guest: the contact that it is part of. */
  into?: { id: string };
}

const ITEMS = `SELECT item_id AS "itemId" FROM email_delivery WHERE project_id = $1 AND contact_id = $2
  UNION SELECT item_id FROM email_trigger WHERE project_id = $1 AND contact_id = $2 ORDER BY 1`;

const REMOVE = `WITH removed AS (
    DELETE FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND contact_id = $3 RETURNING status)
  SELECT count(*) FILTER (WHERE status = 'pending') AS pending FROM removed`;

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

/** Removes the mails of a contact of one item; what waits no longer counts as pending, everything else stays counted. */
const forgetOf = async (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  of: { projectId: string; itemId: string },
  contactId: string,
): Promise<void> => {
  // Without its item nothing is left of the mails either.
  if (!(await lockMailItem(tx, of))) return;
  const mails = [of.projectId, of.itemId, contactId];
  await tx.query(KEEP_COUNTS, mails);
  await tx.query(KEEP_LINKS, mails);
  const [row] = await tx.query<{ pending: number }>(REMOVE, mails);
  const [now, pending] = [clock(), row?.pending ?? 0];
  await countMails(tx, of, { pending: -pending }, now);
  // It may have been the last one that waited.
  if (pending > 0) await askCampaign(tx, mailJob, of, { now });
};

/** Items with mails of a contact, locked before the mails are, as whoever plans and reports mails does. */
const lockItemsOf = async (tx: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const rows = await tx.query<{ itemId: string }>(ITEMS, [projectId, contactId]);
  for (const { itemId } of rows) await lockMailItem(tx, { projectId, itemId });
  return rows.map(({ itemId }) => itemId);
};

const forget = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  contactId: string,
): Promise<void> => {
  const items = await lockItemsOf(tx, projectId, contactId);
  await tx.query('DELETE FROM email_trigger WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    contactId,
  ]);
  for (const itemId of items) await forgetOf(tx, deps, { projectId, itemId }, contactId);
  if (items.length > 0) await eraseMails(tx, deps.clock());
};

/** Gives the mails of a guest to the contact that it is part of; of two for one occasion the contact's own stays. */
const bequeath = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const items = await lockItemsOf(tx, projectId, from);
  const noted = await tx.query<{ itemId: string }>(
    `INSERT INTO email_trigger (project_id, item_id, contact_id, event_id, event_at)
     SELECT project_id, item_id, $3, event_id, event_at FROM email_trigger WHERE project_id = $1 AND contact_id = $2
     ON CONFLICT DO NOTHING RETURNING item_id AS "itemId"`,
    [projectId, from, to],
  );
  for (const { itemId } of noted)
    await askCampaign(tx, triggerJob, { projectId, itemId }, { now: deps.clock() });
  for (const itemId of items)
    await tx.query(
      `UPDATE email_delivery SET contact_id = $4 WHERE project_id = $1 AND item_id = $2 AND contact_id = $3
         AND NOT EXISTS (SELECT FROM email_delivery AS own WHERE own.project_id = $1 AND own.item_id = $2
           AND own.contact_id = $4 AND own.occasion = email_delivery.occasion)`,
      [projectId, itemId, from, to],
    );
  await forget(tx, deps, projectId, from);
};

/** Follows what contacts do, and contacts that are deleted or turn out to be another one. */
export const emailsOnContacts =
  (deps: Pick<Deps, 'clock'>) =>
  async (
    { subject, projectId, aggregateId, payload, createdAt }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<undefined> => {
    if (subject.endsWith('.tracked')) {
      const events = (payload.events ?? []).map(({ id, name, date }) => ({ id, name, date }));
      await noteTriggers(tx, projectId, aggregateId, { events, at: createdAt, now: deps.clock() });
      return undefined;
    }
    const heir = await gone.leave(tx, projectId, { id: aggregateId, into: payload.into?.id }, createdAt);
    if (heir === undefined) await forget(tx, deps, projectId, aggregateId);
    else await bequeath(tx, deps, projectId, { from: aggregateId, to: heir });
    return undefined;
  };
