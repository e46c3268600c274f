import type { Sql } from '@parley/persistence';
import { CAMPAIGN_TYPES, type CampaignType } from '../core';
import { wasLiveAt } from '../items';
import { askCampaign, campaignJobs } from '../rounds';
import type { MailItem } from './delivery.store';

/** Something that a contact did and an e-mail may follow. */
export interface Trigger {
  contactId: string;
  eventId: string;
  eventAt: Date;
}

const NOTE = `INSERT INTO email_trigger (project_id, item_id, contact_id, event_id, event_at)
  SELECT $1, item.id, $2, happened.id, happened.date
    FROM json_to_recordset($3::json) AS happened (id text, name text, date timestamptz)
    JOIN item ON item.project_id = $1 AND item.event_trigger = happened.name AND item.type IN ${CAMPAIGN_TYPES}
     AND item.status IN ('live', 'paused') AND item.trigger = 'event' AND ${wasLiveAt('$4')}
  ON CONFLICT DO NOTHING RETURNING item_id AS "itemId",
  (SELECT type FROM item AS noted WHERE noted.project_id = $1 AND noted.id = item_id)`;

/** Records the e-mails, live at that time, that a contact's event may trigger. */
export const noteTriggers = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  { events, at, now }: { events: readonly { id: string; name: string; date: string }[]; at: Date; now: Date },
): Promise<void> => {
  const values = [projectId, contactId, JSON.stringify(events), at];
  const noted = await tx.query<{ itemId: string; type: CampaignType }>(NOTE, values, { prepare: true });
  for (const { itemId, type } of noted)
    await askCampaign(tx, campaignJobs[type].triggers, { projectId, itemId }, { now });
};

/** The events recorded for an item, oldest first. */
export const findTriggers = (sql: Sql, { projectId, itemId }: MailItem, limit: number): Promise<Trigger[]> =>
  sql.query<Trigger>(
    `SELECT contact_id AS "contactId", event_id AS "eventId", event_at AS "eventAt" FROM email_trigger
      WHERE project_id = $1 AND item_id = $2 ORDER BY event_at, event_id LIMIT ${limit}`,
    [projectId, itemId],
  );

/** Removes recorded events; answers the ids of those that still existed. */
export const removeTriggers = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  triggers: readonly Trigger[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM email_trigger WHERE project_id = $1 AND item_id = $2
        AND (contact_id, event_id) IN (SELECT * FROM unnest($3::text[], $4::text[])) RETURNING event_id AS id`,
    [projectId, itemId, triggers.map(({ contactId }) => contactId), triggers.map(({ eventId }) => eventId)],
  );
  return new Set(rows.map(({ id }) => id));
};

/** When the latest mail of an item to each contact is or was due; skipped ones do not count. */
export const latestMails = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  contactIds: readonly string[],
): Promise<Map<string, Date>> => {
  const rows = await tx.query<{ contactId: string; at: Date }>(
    `SELECT contact_id AS "contactId", max(COALESCE(sent_at, due_at)) AS at FROM email_delivery
      WHERE project_id = $1 AND item_id = $2 AND contact_id = ANY($3) AND status <> 'skipped' GROUP BY contact_id`,
    [projectId, itemId, contactIds],
  );
  return new Map(rows.map(({ contactId, at }) => [contactId, at]));
};

/** Stores a mail that follows an event; answers whether it is new. */
export const insertTriggered = async (
  tx: Sql,
  { projectId, itemId }: MailItem,
  mail: { id: string; contactId: string; address: string; eventId: string; dueAt: Date },
): Promise<boolean> => {
  const rows = await tx.query(
    `INSERT INTO email_delivery (project_id, id, item_id, contact_id, occasion, address, status, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7) ON CONFLICT DO NOTHING RETURNING id`,
    [projectId, mail.id, itemId, mail.contactId, `e${mail.eventId}`, mail.address, mail.dueAt],
  );
  return rows.length > 0;
};
