import type { Sql } from '@parley/persistence';
import type { Period } from '../question';

/** Mails that were sent in a period, of one item or of all. */
export interface SentMails extends Period {
  projectId: string;
  outbound: string | undefined;
  /** Whether none of them are asked for. */
  isNone: boolean;
}

const whereSent = ({ projectId, from, to, outbound, isNone }: SentMails, params: unknown[]): string => {
  const where = `project_id = $${params.push(projectId)} AND sent_at >= $${params.push(from)} AND sent_at <= $${params.push(to)}`;
  if (isNone) return `${where} AND false`;
  return outbound === undefined ? where : `${where} AND outbound = $${params.push(outbound)}`;
};

/** How many mails of each kind there are. */
export interface MailSums {
  sent: number;
  opened: number;
  clicked: number;
  bounced: number;
  unsubscribed: number;
}

/** What became of mails, until now. */
export const sumMails = async (sql: Sql, mails: SentMails): Promise<MailSums> => {
  const params: unknown[] = [];
  const [row] = await sql.query<MailSums>(
    `SELECT count(*) AS sent, count(opened_at) AS opened, count(clicked_at) AS clicked, count(bounced_at) AS bounced,
            count(unsubscribed_at) AS unsubscribed FROM mail WHERE ${whereSent(mails, params)}`,
    params,
  );
  return row as MailSums;
};

/** By which programs mails were opened first. */
export const countClients = (sql: Sql, mails: SentMails): Promise<{ client: string; count: number }[]> => {
  const params: unknown[] = [];
  return sql.query(
    `SELECT COALESCE(client, 'other') AS client, count(*) AS count FROM mail
      WHERE ${whereSent(mails, params)} AND opened_at IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    params,
  );
};

/** Most domains of an answer. */
const MAX_DOMAINS = 100;
/** Most bounces of an answer. */
const MAX_BOUNCES = 1_000;

/** Mails to a domain. */
export interface DomainRow {
  domain: string;
  sent: number;
  bounced: number;
}

/** A mail that came back. */
export interface BounceRow {
  contactId: string;
  outbound: string;
  type: string | null;
  code: string | null;
  reason: string | null;
  at: Date;
}

/** Which mails came back: how many in all and by domain, and the latest. */
export const readBounces = async (
  sql: Sql,
  mails: SentMails,
): Promise<{ sent: number; bounced: number; domains: DomainRow[]; bounces: BounceRow[] }> => {
  const params: unknown[] = [];
  const where = whereSent(mails, params);
  const [[sum], domains, bounces] = await Promise.all([
    sql.query<{ sent: number; bounced: number }>(
      `SELECT count(*) AS sent, count(bounced_at) AS bounced FROM mail WHERE ${where}`,
      params,
    ),
    sql.query<DomainRow>(
      `SELECT COALESCE(domain, '') AS domain, count(*) AS sent, count(bounced_at) AS bounced FROM mail
        WHERE ${where} GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MAX_DOMAINS}`,
      params,
    ),
    sql.query<BounceRow>(
      `SELECT contact_id AS "contactId", outbound, bounce_type AS type, code, reason, bounced_at AS at FROM mail
        WHERE ${where} AND bounced_at IS NOT NULL ORDER BY bounced_at DESC, id DESC LIMIT ${MAX_BOUNCES}`,
      params,
    ),
  ]);
  return { sent: sum?.sent ?? 0, bounced: sum?.bounced ?? 0, domains, bounces };
};
