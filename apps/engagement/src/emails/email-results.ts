import { type Sql } from '@parley/persistence';
import { type Item } from '../core/item';

/** How many contacts, and how often. */
interface Count {
  unique: number;
  total: number;
}

/** What became of an e-mail. */
export interface EmailResults {
  sent: Count;
  pending: number;
  failed: number;
  skipped: number;
  opened: Count;
  clicked: Count;
  bounced: Count & { hard: number; soft: number };
  unsubscribed: Count;
  links: { url: string; unique: number; total: number }[];
  clients: { client: string; count: number }[];
}

interface Totals {
  sent: number;
  opens: number;
  clicks: number;
  bounced: number;
  hard: number;
  unsubscribed: number;
}

const TOTALS = `SELECT COALESCE(sum(opens), 0)::int8 AS opens, COALESCE(sum(clicks), 0)::int8 AS clicks,
    COALESCE(sum(sent), 0)::int8 AS sent, COALESCE(sum(bounced), 0)::int8 AS bounced, COALESCE(sum(hard), 0)::int8 AS hard,
    COALESCE(sum(unsubscribed), 0)::int8 AS unsubscribed
  FROM (
    SELECT sum(opens) AS opens, sum(clicks) AS clicks, count(sent_at) AS sent, count(bounced_at) AS bounced,
           count(*) FILTER (WHERE bounce_type = 'hard') AS hard, count(unsubscribed_at) AS unsubscribed
      FROM email_delivery WHERE project_id = $1 AND item_id = $2
    UNION ALL
    SELECT opens, clicks, sent, bounced, hard, unsubscribed FROM email_past WHERE project_id = $1 AND item_id = $2) AS mails`;

/** Most links in the answer. */
const MAX_LINKS = 1_000;

const LINKS = `SELECT url, sum(contacts)::int8 AS unique, sum(clicks)::int8 AS total
  FROM (
    SELECT url, count(DISTINCT contact_id) AS contacts, sum(email_click.clicks) AS clicks
      FROM email_click JOIN email_delivery ON email_delivery.project_id = email_click.project_id
       AND email_delivery.id = email_click.delivery_id
     WHERE email_click.project_id = $1 AND email_click.item_id = $2 GROUP BY url
    UNION ALL
    SELECT url, contacts, clicks FROM email_past_link WHERE project_id = $1 AND item_id = $2) AS links
 GROUP BY url ORDER BY total DESC, url LIMIT ${MAX_LINKS}`;

const CLIENTS = `SELECT client, opens AS count FROM email_client WHERE project_id = $1 AND item_id = $2
  ORDER BY opens DESC, client`;

/** The results of an e-mail: contacts by kept counts, how often by its mails. */
export const emailResults = async (sql: Sql, item: Item): Promise<EmailResults> => {
  const key = [item.projectId, item.id];
  const [[totals], links, clients] = await Promise.all([
    sql.query<Totals>(TOTALS, key, { prepare: true }),
    sql.query<EmailResults['links'][number]>(LINKS, key, { prepare: true }),
    sql.query<EmailResults['clients'][number]>(CLIENTS, key, { prepare: true }),
  ]);
  const { sent = 0, opens = 0, clicks = 0, bounced = 0, hard = 0, unsubscribed = 0 } = totals ?? {};
  const { pending, failed, skipped } = item;
  return {
    sent: { unique: item.sent, total: sent },
    pending,
    failed,
    skipped,
    opened: { unique: item.opened, total: opens },
    clicked: { unique: item.clicked, total: clicks },
    bounced: { unique: item.bounced, total: bounced, hard, soft: bounced - hard },
    unsubscribed: { unique: item.unsubscribed, total: unsubscribed },
    links,
    clients,
  };
};

/** A mail as recipients show it. */
export interface EmailRecipientRow {
  id: string;
  contactId: string;
  status: string;
  reason: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  bouncedAt: Date | null;
  bounceType: string | null;
  unsubscribedAt: Date | null;
}

const OF_STATES = 'project_id = $1 AND item_id = $2 AND ($3::text[] IS NULL OR status = ANY($3))';

/** Who an e-mail goes to, newest first, and how many there are in these states. */
export const emailRecipients = async (
  sql: Sql,
  { projectId, id }: Pick<Item, 'projectId' | 'id'>,
  { states, skip, limit }: { states: readonly string[] | undefined; skip: number; limit: number },
): Promise<{ rows: EmailRecipientRow[]; total: number }> => {
  const params = [projectId, id, states ?? null];
  const [rows, [counted]] = await Promise.all([
    sql.query<EmailRecipientRow>(
      `SELECT id, contact_id AS "contactId", status, reason, sent_at AS "sentAt", opened_at AS "openedAt",
              clicked_at AS "clickedAt", bounced_at AS "bouncedAt", bounce_type AS "bounceType",
              unsubscribed_at AS "unsubscribedAt"
         FROM email_delivery WHERE ${OF_STATES} ORDER BY id DESC LIMIT $4 OFFSET $5`,
      [...params, limit, skip],
    ),
    sql.query<{ total: number }>(`SELECT count(*) AS total FROM email_delivery WHERE ${OF_STATES}`, params),
  ]);
  return { rows, total: counted?.total ?? 0 };
};
