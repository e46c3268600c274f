import { projectScope } from '@parley/auth';
import type {
  GetEmailClientBouncesRequest,
  GetEmailClientBouncesResponse,
  GetEmailClientUsageRequest,
  GetEmailClientUsageResponse,
  GetEmailOverviewRequest,
  GetEmailOverviewResponse,
} from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import { toPercent, round2 } from '../charts';
import type { Deps } from '../deps';
import { readQuestion, type Sent } from '../question';
import { countClients, readBounces, type SentMails, sumMails } from './mail-figures.store';

/** The mailbox by which all mails leave. */
const DEFAULT_MAILBOX = 'default';

/** Which mails are asked for. 400 `invalid_query`. */
const readSentMails = (
  projectId: string,
  request: Sent & { outboundId?: string | undefined; emailServerKey?: string | undefined },
  now: Date,
): SentMails => {
  const { from, to } = readQuestion(request, now);
  const isOurs = (request.emailServerKey ?? DEFAULT_MAILBOX) === DEFAULT_MAILBOX;
  return { projectId, from, to, outbound: request.outboundId, isNone: !isOurs };
};

const rate = (part: number, whole: number): number | null => {
  const percent = toPercent(part, whole);
  return percent === null ? null : round2(percent);
};

/** What became of the mails sent in a period, until now. 400 `invalid_query`. */
export const getEmailOverview = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: GetEmailOverviewRequest,
  context: CallContext,
): Promise<Partially<GetEmailOverviewResponse>> => {
  const mails = readSentMails(projectScope(context.scope).projectId, request, clock());
  const { sent, opened, clicked, bounced, unsubscribed } = await sumMails(db, mails);
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
  const rows = await countClients(db, readSentMails(projectScope(context.scope).projectId, request, clock()));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    title: 'E-mail clients',
    total,
    clients: rows.map(({ client, count }) => ({ client, count, share: rate(count, total) ?? 0 })),
  };
};

/** Which mails sent in a period came back. 400 `invalid_query`. */
export const getEmailClientBounces = async (
  { db, clock, contacts }: Pick<Deps, 'db' | 'clock' | 'contacts'>,
  request: GetEmailClientBouncesRequest,
  context: CallContext,
): Promise<Partially<GetEmailClientBouncesResponse>> => {
  const mails = readSentMails(projectScope(context.scope).projectId, request, clock());
  const { sent, bounced, domains, bounces } = await readBounces(db, mails);
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
