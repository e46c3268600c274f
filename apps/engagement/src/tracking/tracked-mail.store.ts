import type { Sql } from '@parley/persistence';
import { createHash } from 'node:crypto';
import type { MailOf } from '../campaigns';
import type { ReadingClient } from './reading-client';

const prepare = { prepare: true };

const FIND = `SELECT project_id AS "projectId", id, item_id AS "itemId", contact_id AS "contactId"
  FROM email_delivery WHERE project_id = $1 AND id = $2`;

/** A mail; undefined when it is deleted. */
export const findMail = async (sql: Sql, projectId: string, id: string): Promise<MailOf | undefined> =>
  (await sql.query<MailOf>(FIND, [projectId, id], prepare))[0];

/** Whether it is the first of its kind for the contact, among all mails of the item. */
const firstCondition = (column: 'opened_at' | 'clicked_at' | 'unsubscribed_at'): string =>
  `NOT EXISTS (SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $3
     AND other.contact_id = $4 AND other.${column} IS NOT NULL)`;

const mailValues = ({ projectId, id, itemId, contactId }: MailOf, now: Date): unknown[] => [
  projectId,
  id,
  itemId,
  contactId,
  now,
];

const OPEN = `UPDATE email_delivery SET opens = opens + 1, opened_at = COALESCE(opened_at, $5)
  WHERE project_id = $1 AND id = $2 RETURNING ${firstCondition('opened_at')} AS "isFirst"`;

const CLIENT = `INSERT INTO email_client (project_id, item_id, client, opens) VALUES ($1, $2, $3, 1)
  ON CONFLICT (project_id, item_id, client) DO UPDATE SET opens = email_client.opens + 1`;

/** Writes that a mail was opened by a program; undefined when the mail is deleted. */
export const writeOpen = async (
  tx: Sql,
  mail: MailOf,
  client: ReadingClient,
  now: Date,
): Promise<{ isFirst: boolean } | undefined> => {
  const [opened] = await tx.query<{ isFirst: boolean }>(OPEN, mailValues(mail, now), prepare);
  if (opened) await tx.query(CLIENT, [mail.projectId, mail.itemId, client], prepare);
  return opened;
};

const CLICK = `UPDATE email_delivery SET clicks = clicks + 1, clicked_at = COALESCE(clicked_at, $5)
  WHERE project_id = $1 AND id = $2
  RETURNING opened_at IS NOT NULL AS "wasOpened", ${firstCondition('clicked_at')} AS "isFirst"`;

const LINK = `INSERT INTO email_click (project_id, item_id, delivery_id, url_hash, url, clicks) VALUES ($1, $2, $3, $4, $5, 1)
  ON CONFLICT (project_id, item_id, delivery_id, url_hash) DO UPDATE SET clicks = email_click.clicks + 1`;

/** Writes that a link of a mail was clicked; undefined when the mail is deleted. */
export const writeClick = async (
  tx: Sql,
  mail: MailOf,
  url: string,
  now: Date,
): Promise<{ wasOpened: boolean; isFirst: boolean } | undefined> => {
  const values = mailValues(mail, now);
  const [clicked] = await tx.query<{ wasOpened: boolean; isFirst: boolean }>(CLICK, values, prepare);
  const hash = createHash('sha256').update(url).digest('hex');
  if (clicked) await tx.query(LINK, [mail.projectId, mail.itemId, mail.id, hash, url], prepare);
  return clicked;
};

const UNSUBSCRIBE = `UPDATE email_delivery SET unsubscribed_at = $5
  WHERE project_id = $1 AND id = $2 AND unsubscribed_at IS NULL RETURNING ${firstCondition('unsubscribed_at')} AS "isFirst"`;

/** Writes that the contact of a mail unsubscribed by it; undefined when it had before, or when the mail is deleted. */
export const writeUnsubscribed = async (
  tx: Sql,
  mail: MailOf,
  now: Date,
): Promise<{ isFirst: boolean } | undefined> =>
  (await tx.query<{ isFirst: boolean }>(UNSUBSCRIBE, mailValues(mail, now), prepare))[0];
