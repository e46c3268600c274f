import { projectScope } from '@parley/auth';
import {
  type GetEmailClientBouncesRequest,
  type GetEmailClientBouncesResponse,
  type GetEmailClientUsageRequest,
  type GetEmailClientUsageResponse,
  type GetEmailOverviewRequest,
  type GetEmailOverviewResponse,
} from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { percentOf, round2 } from '../charts/numbers';
import { type Deps } from '../deps';
import { readQuestion, type Sent } from '../question/read-question';

/** Most domains of an answer. */
const MAX_DOMAINS = 100;
/** Most bounces of an answer. */
const MAX_BOUNCES = 1_000;

/** The mailbox by which all mails leave. */
const DEFAULT_MAILBOX = 'default';

/** The WHERE of a statement over the mails sent in a period, of one item or of all. */
const sentIn = (
  projectId: string,
  request: Sent & { outboundId?: string | undefined; emailServerKey?: string | undefined },
  now: Date,
  params: unknown[],
): string => {
  const { from, to } = readQuestion(request, now);
  const where = `project_id = $${params.push(projectId)} AND sent_at >= $${params.push(from)} AND sent_at <= $${params.push(to)}`;
  if ((request.emailServerKey ?? DEFAULT_MAILBOX) !== DEFAULT_MAILBOX) return `${where} AND false`;
  return request.outboundId === undefined
    ? where
    : `${where} AND outbound = $${params.push(request.outboundId)}`;
};

const rate = (part: number, whole: number): number | null => {
  const percent = percentOf(part, whole);
  return percent === null ? null : round2(percent);
};

interface Overview {
  sent: number;
  opened: number;
  clicked: number;
  bounced: number;
  unsubscribed: number;
}

/** What became of the mails sent in a period, until now. 400 `invalid_query`. */
export const getEmailOverview = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: GetEmailOverviewRequest,
  context: CallContext,
): Promise<Partially<GetEmailOverviewResponse>> => {
  const params: unknown[] = [];
  const where = sentIn(projectScope(context.scope).projectId, request, clock(), params);
  const [row] = await db.query<Overview>(
    `SELECT count(*) AS sent, count(opened_at) AS opened, count(clicked_at) AS clicked, count(bounced_at) AS bounced,
            count(unsubscribed_at) AS unsubscribed FROM mail WHERE ${where}`,
    params,
  );
  const { sent, opened, clicked, bounced, unsubscribed } = row as Overview;
  const delivered = sent - bounced;
  return {
    title: 'E-mails',
    sent,
    delivered,
    opened,
    clicked,
    bounced,
    unsubscribed,
    openRate: rate(opened, delivered),
    clickRate: rate(clicked, delivered),
    bounceRate: rate(bounced, sent),
    unsubscribeRate: rate(unsubscribed, delivered),
  };
};

/** By which programs the mails sent in a period were opened first. 400 `invalid_query`. */
export const getEmailClientUsage = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: GetEmailClientUsageRequest,
  context: CallContext,
): Promise<Partially<GetEmailClientUsageResponse>> => {
  const params: unknown[] = [];
  const where = sentIn(projectScope(context.scope).projectId, request, clock(), params);
  const rows = await db.query<{ client: string; count: number }>(
    `SELECT COALESCE(client, 'other') AS client, count(*) AS count FROM mail
      WHERE ${where} AND opened_at IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    params,
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    title: 'E-mail clients',
    total,
    clients: rows.map(({ client, count }) => ({ client, count, share: rate(count, total) ?? 0 })),
  };
};

interface BounceRow {
  contactId: string;
  outbound: string;
  type: string | null;
  code: string | null;
  reason: string | null;
  at: Date;
}

/** Which mails sent in a period came back. 400 `invalid_query`. */
export const getEmailClientBounces = async (
  { db, clock, contacts }: Pick<Deps, 'db' | 'clock' | 'contacts'>,
  request: GetEmailClientBouncesRequest,
  context: CallContext,
): Promise<Partially<GetEmailClientBouncesResponse>> => {
  const params: unknown[] = [];
  const where = sentIn(projectScope(context.scope).projectId, request, clock(), params);
  const [[sum], domains, bounces] = await Promise.all([
    db.query<{ sent: number; bounced: number }>(
      `SELECT count(*) AS sent, count(bounced_at) AS bounced FROM mail WHERE ${where}`,
      params,
    ),
    db.query<{ domain: string; sent: number; bounced: number }>(
      `SELECT COALESCE(domain, '') AS domain, count(*) AS sent, count(bounced_at) AS bounced FROM mail
        WHERE ${where} GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MAX_DOMAINS}`,
      params,
    ),
    db.query<BounceRow>(
      `SELECT contact_id AS "contactId", outbound, bounce_type AS type, code, reason, bounced_at AS at FROM mail
        WHERE ${where} AND bounced_at IS NOT NULL ORDER BY bounced_at DESC, id DESC LIMIT ${MAX_BOUNCES}`,
      params,
    ),
  ]);
  const { sent = 0, bounced = 0 } = sum ?? {};
  const known = await contacts.find([...new Set(bounces.map(({ contactId }) => contactId))], context);
  return {
    title: 'Bounced e-mails',
    sent,
    bounced,
    bounceRate: rate(bounced, sent),
    domains: domains.map((domain) => ({ ...domain, bounceRate: rate(domain.bounced, domain.sent) })),
    bounces: bounces.map(({ contactId, outbound, type, code, reason, at }) => ({
      email: known.get(contactId)?.email,
      session: contactId,
      outbound,
      type: type ?? 'hard',
      code: code ?? undefined,
      reason: reason ?? undefined,
      at: at.toISOString(),
    })),
  };
};
