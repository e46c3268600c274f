import { projectScope } from '@parley/auth';
import type { Sql } from '@parley/persistence';
import type {
  EngagementRecipient,
  GetEngagementStatisticsRequest,
  GetEngagementStatisticsResponse,
  ListEngagementRecipientsRequest,
  ListEngagementRecipientsResponse,
} from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { isAnswered, isCampaign, isTour, type Item, readSteps } from '../core';
import { pickText, readingLanguages } from '../texts';
import { requireItem } from './require-item';
import { countSteps, type DeliveryRow, listMails, listSeen, type MailRow, sumMails } from './result.store';

/** The results of an e-mail: contacts by kept counts, how often by its mails. */
const emailResults = async (sql: Sql, item: Item): Promise<Partially<GetEngagementStatisticsResponse>> => {
  const { totals, links, clients } = await sumMails(sql, item);
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

/** The results of a push notification, which has rows like those of mails. */
const pushResults = async (sql: Sql, item: Item): Promise<Partially<GetEngagementStatisticsResponse>> => {
  const { totals } = await sumMails(sql, item);
  const { sent = 0, opens = 0, clicks = 0 } = totals ?? {};
  const { pending, failed, skipped } = item;
  return {
    sent: { unique: item.sent, total: sent },
    pending,
    failed,
    skipped,
    shown: { unique: item.opened, total: opens },
    clicked: { unique: item.clicked, total: clicks },
  };
};

/** What became of an item, by kept counts. 404 `engagement_not_found`. */
export const getEngagementStatistics = async (
  { db, workspace }: Pick<Deps, 'db' | 'workspace'>,
  { engagementId }: GetEngagementStatisticsRequest,
  context: CallContext,
): Promise<Partially<GetEngagementStatisticsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, engagementId);
  const { id, type, status, sent } = item;
  if (type === 'EMAIL') return { id, type, status, ...(await emailResults(db, item)) };
  if (type === 'PUSH_NOTIFICATION') return { id, type, status, ...(await pushResults(db, item)) };
  const hasSteps = type === 'CHECKLIST' || isTour(type);
  const [counts, { defaultLanguage }] = await Promise.all([
    hasSteps ? countSteps(db, item) : new Map<string, number>(),
    workspace.settings(projectId, context),
  ]);
  const languages = readingLanguages(undefined, undefined, defaultLanguage);
  return {
    ...{ id, type, status, sent },
    seen: { unique: sent, total: item.seenTotal },
    clicked: { unique: item.clicked, total: item.clickedTotal },
    dismissed: { unique: item.dismissed, total: item.dismissedTotal },
    completed: { unique: item.completed, total: item.completedTotal },
    ...(isAnswered(type) && { replied: { unique: item.replied, total: item.repliedTotal } }),
    ...(hasSteps && {
      steps: readSteps(item).map(({ id: stepId, title }) => ({
        id: stepId,
        title: typeof title === 'object' ? pickText(title.localized, languages) : title,
        completed: counts.get(stepId) ?? 0,
      })),
    }),
  };
};

/** Rows of one answer. */
const PAGE = { default: 50, max: 200 };

const iso = (time: Date | null): string | undefined => time?.toISOString();

const presentMail = (
  { type }: Pick<Item, 'type'>,
  mail: MailRow,
  contacts: Awaited<ReturnType<Deps['directory']['references']>>,
): Partially<EngagementRecipient> => {
  const { name, email, userId } = contacts.get(mail.contactId) ?? {};
  return {
    id: mail.id,
    session: { id: mail.contactId, name, email, userId },
    status: mail.status,
    reason: mail.reason ?? undefined,
    sentAt: iso(mail.sentAt),
    clickedAt: iso(mail.clickedAt),
    ...(type === 'EMAIL' ? { openedAt: iso(mail.openedAt) } : { shownAt: iso(mail.openedAt) }),
    bouncedAt: iso(mail.bouncedAt),
    bounceType: mail.bounceType ?? undefined,
    unsubscribedAt: iso(mail.unsubscribedAt),
  };
};

/**
 * The recipients of an item: for an e-mail every mail, else each contact that saw it, once for each delivery; newest first. 404
 * `engagement_not_found`.
 */
export const listEngagementRecipients = async (
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  { engagementId, skip, limit, status }: ListEngagementRecipientsRequest,
  context: CallContext,
): Promise<Partially<ListEngagementRecipientsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, engagementId);
  const asked = status ? status.split(',') : undefined;
  const page = { skip, limit: Math.min(limit || PAGE.default, PAGE.max) };
  if (isCampaign(item.type)) {
    const { rows: mails, total } = await listMails(db, item, { states: asked, ...page });
    const known = await directory.references([...new Set(mails.map(({ contactId }) => contactId))], context);
    return { data: mails.map((mail) => presentMail(item, mail, known)), total };
  }
  if (asked && !asked.includes('sent')) return { data: [], total: 0 };
  const { rows, total } = await listSeen(db, item, page);
  const contacts = await directory.references([...new Set(rows.map(({ contactId }) => contactId))], context);
  const present = (row: DeliveryRow): Partially<EngagementRecipient> => {
    const { name, email, userId } = contacts.get(row.contactId) ?? {};
    return {
      id: row.id,
      session: { id: row.contactId, name, email, userId },
      status: 'sent',
      sentAt: iso(row.seenAt),
      seenAt: iso(row.seenAt),
      clickedAt: iso(row.clickedAt),
      dismissedAt: iso(row.dismissedAt),
      completedAt: iso(row.completedAt),
      repliedAt: iso(row.repliedAt),
    };
  };
  return { data: rows.map(present), total };
};
