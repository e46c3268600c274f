import type { Sql } from '@parley/persistence';
import type { Item } from '../core';

type ItemKey = Pick<Item, 'projectId' | 'id'>;

/** How often something happened to the mails of an item. */
export interface MailTotals {
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

/** A program that mails of an item were opened with. */
export interface OpeningClient {
  client: string;
  count: number;
}

/** Mails of an item that were clicked, by their links. */
export interface ClickedLink {
  url: string;
  unique: number;
  total: number;
}

/** Results of the mails of an item, those of deleted contacts too: in sum, by links, and by the programs that opened them. */
export const sumMails = async (
  sql: Sql,
  { projectId, id }: ItemKey,
): Promise<{ totals: MailTotals | undefined; links: ClickedLink[]; clients: OpeningClient[] }> => {
  const key = [projectId, id];
  const [[totals], links, clients] = await Promise.all([
    sql.query<MailTotals>(TOTALS, key, { prepare: true }),
    sql.query<ClickedLink>(LINKS, key, { prepare: true }),
    sql.query<OpeningClient>(CLIENTS, key, { prepare: true }),
  ]);
  return { totals, links, clients };
};

/** A mail as recipients show it. */
export interface MailRow {
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
export const listMails = async (
  sql: Sql,
  { projectId, id }: ItemKey,
  { states, skip, limit }: { states: readonly string[] | undefined; skip: number; limit: number },
): Promise<{ rows: MailRow[]; total: number }> => {
  const params = [projectId, id, states ?? null];
  const [rows, [counted]] = await Promise.all([
    sql.query<MailRow>(
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

/** How many contacts completed each step of an item, by its id. */
export const countSteps = async (sql: Sql, { projectId, id }: ItemKey): Promise<Map<string, number>> => {
  const rows = await sql.query<{ stepId: string; completed: number }>(
    'SELECT step_id AS "stepId", completed FROM item_step WHERE project_id = $1 AND item_id = $2',
    [projectId, id],
  );
  return new Map(rows.map(({ stepId, completed }) => [stepId, completed]));
};

/** A delivery of an item in the app. */
export interface DeliveryRow {
  id: string;
  contactId: string;
  seenAt: Date;
  clickedAt: Date | null;
  dismissedAt: Date | null;
  completedAt: Date | null;
  repliedAt: Date | null;
}

/** Deliveries of an item that were seen, newest first, and how many there are. */
export const listSeen = async (
  sql: Sql,
  { projectId, id }: ItemKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> => {
  const params = [projectId, id];
  const [rows, [counted]] = await Promise.all([
    sql.query<DeliveryRow>(
      `SELECT id, contact_id AS "contactId", seen_at AS "seenAt", clicked_at AS "clickedAt",
              dismissed_at AS "dismissedAt", completed_at AS "completedAt", replied_at AS "repliedAt"
         FROM delivery WHERE project_id = $1 AND item_id = $2 AND seen_at IS NOT NULL
        ORDER BY id DESC LIMIT $3 OFFSET $4`,
      [...params, limit, skip],
    ),
    sql.query<{ total: number }>(
      'SELECT count(*) AS total FROM delivery WHERE project_id = $1 AND item_id = $2 AND seen_at IS NOT NULL',
      params,
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
};
