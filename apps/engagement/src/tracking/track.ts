import { readClick } from '@parley/auth';
import { type Sql } from '@parley/persistence';
import { createHash } from 'node:crypto';
import { countMails, lockMailItem, type MailItem } from '../campaigns/delivery.store';
import { emailEvent, type MailOf } from '../campaigns/email.events';
import { type EmailDeps } from '../emails/deps';
import { readingClient, type ReadingClient } from './reading-client';
import { readOpenToken, type TrackedMail } from '../emails/tokens';

type TrackDeps = Pick<EmailDeps, 'db' | 'events' | 'sealer' | 'clock'>;

const FIND = `SELECT item_id AS "itemId", contact_id AS "contactId" FROM email_delivery WHERE project_id = $1 AND id = $2`;

/** Runs `work` with the mail's item locked; nothing when the mail is gone. */
export const withMail = async (
  { db, events }: Pick<TrackDeps, 'db' | 'events'>,
  { projectId, deliveryId }: TrackedMail,
  work: (tx: Sql, mail: MailOf) => Promise<void>,
): Promise<void> => {
  const done = await db.transaction(async (tx) => {
    const [found] = await tx.query<MailItem & { contactId: string }>(FIND, [projectId, deliveryId], {
      prepare: true,
    });
    if (!found || !(await lockMailItem(tx, { ...found, projectId }))) return false;
    await work(tx, { projectId, id: deliveryId, itemId: found.itemId, contactId: found.contactId });
    return true;
  });
  if (done) events.wake();
};

/** Whether it is the first of its kind for the contact, among all mails of the item. */
const firstOf = (column: 'opened_at' | 'clicked_at' | 'unsubscribed_at'): string =>
  `NOT EXISTS (SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $3
     AND other.contact_id = $4 AND other.${column} IS NOT NULL)`;

const OPEN = `UPDATE email_delivery SET opens = opens + 1, opened_at = COALESCE(opened_at, $5)
  WHERE project_id = $1 AND id = $2 RETURNING ${firstOf('opened_at')} AS "isFirst"`;

const CLIENT = `INSERT INTO email_client (project_id, item_id, client, opens) VALUES ($1, $2, $3, 1)
  ON CONFLICT (project_id, item_id, client) DO UPDATE SET opens = email_client.opens + 1`;

const noteOpen = async (
  tx: Sql,
  { events }: Pick<TrackDeps, 'events'>,
  mail: MailOf,
  { client, now }: { client: ReadingClient; now: Date },
): Promise<void> => {
  const { projectId, itemId, contactId, id } = mail;
  const [row] = await tx.query<{ isFirst: boolean }>(OPEN, [projectId, id, itemId, contactId, now], {
    prepare: true,
  });
  if (!row) return;
  await tx.query(CLIENT, [projectId, itemId, client], { prepare: true });
  await countMails(tx, mail, { opened: row.isFirst ? 1 : 0 }, now);
  await events.append(tx, [emailEvent('opened', mail, now, { client })]);
};

/** Counts an open by the image's token; a token that is not ours counts nothing. */
export const trackOpen = async (
  deps: TrackDeps,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<void> => {
  const mail = readOpenToken(deps.sealer, token);
  if (!mail) return;
  const client = readingClient(userAgent);
  await withMail(deps, mail, (tx, of) => noteOpen(tx, deps, of, { client, now: deps.clock() }));
};

const CLICK = `UPDATE email_delivery SET clicks = clicks + 1, clicked_at = COALESCE(clicked_at, $5)
  WHERE project_id = $1 AND id = $2
  RETURNING opened_at IS NOT NULL AS "wasOpened", ${firstOf('clicked_at')} AS "isFirst"`;

const LINK = `INSERT INTO email_click (project_id, item_id, delivery_id, url_hash, url, clicks) VALUES ($1, $2, $3, $4, $5, 1)
  ON CONFLICT (project_id, item_id, delivery_id, url_hash) DO UPDATE SET clicks = email_click.clicks + 1`;

/** Counts a click, and an open where there was none. Nothing is counted of a mail that is gone. */
export const trackClick = async (
  deps: TrackDeps,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<void> => {
  const link = readClick(deps.sealer, token);
  if (!link) return;
  await withMail(deps, link, async (tx, mail) => {
    const { projectId, itemId, contactId, id } = mail;
    const now = deps.clock();
    const [row] = await tx.query<{ wasOpened: boolean; isFirst: boolean }>(
      CLICK,
      [projectId, id, itemId, contactId, now],
      { prepare: true },
    );
    if (!row) return;
    if (!row.wasOpened) await noteOpen(tx, deps, mail, { client: readingClient(userAgent), now });
    const hash = createHash('sha256').update(link.url).digest('hex');
    await tx.query(LINK, [projectId, itemId, id, hash, link.url], { prepare: true });
    await countMails(tx, mail, { clicked: row.isFirst ? 1 : 0 }, now);
    await deps.events.append(tx, [emailEvent('clicked', mail, now, { url: link.url })]);
  });
};

const UNSUBSCRIBE = `UPDATE email_delivery SET unsubscribed_at = $5
  WHERE project_id = $1 AND id = $2 AND unsubscribed_at IS NULL RETURNING ${firstOf('unsubscribed_at')} AS "isFirst"`;

/** Notes that the contact of a mail unsubscribed by it; once. */
export const noteUnsubscribed = async (
  deps: Pick<TrackDeps, 'db' | 'events' | 'clock'>,
  mail: TrackedMail,
): Promise<void> => {
  await withMail(deps, mail, async (tx, of) => {
    const now = deps.clock();
    const values = [of.projectId, of.id, of.itemId, of.contactId, now];
    const [row] = await tx.query<{ isFirst: boolean }>(UNSUBSCRIBE, values, { prepare: true });
    if (!row) return;
    await countMails(tx, of, { unsubscribed: row.isFirst ? 1 : 0 }, now);
    await deps.events.append(tx, [emailEvent('unsubscribed', of, now)]);
  });
};
