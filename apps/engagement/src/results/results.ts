import { projectScope } from '@parley/auth';
import { DomainError } from '@parley/errors';
import { type Sql } from '@parley/persistence';
import {
  type EngagementRecipient,
  type GetEngagementStatisticsRequest,
  type GetEngagementStatisticsResponse,
  type ListEngagementRecipientsRequest,
  type ListEngagementRecipientsResponse,
} from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { emailRecipients, type EmailRecipientRow, emailResults } from '../emails/email-results';
import { type Item } from '../core/item';
import { engagementNotFound } from '../items/item.errors';
import { findItem } from '../items/item.store';
import { stepsOf } from '../core/steps';
import { pickText, readingLanguages } from '../texts/languages';

const requireItem = async (sql: Sql, projectId: string, id: string): Promise<Item> => {
  const item = await findItem(sql, projectId, id);
  if (!item) throw engagementNotFound();
  return item;
};

const stepCounts = async (sql: Sql, { projectId, id }: Item): Promise<Map<string, number>> => {
  const rows = await sql.query<{ stepId: string; completed: number }>(
    'SELECT step_id AS "stepId", completed FROM item_step WHERE project_id = $1 AND item_id = $2',
    [projectId, id],
  );
  return new Map(rows.map(({ stepId, completed }) => [stepId, completed]));
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
  const hasSteps = type === 'CHECKLIST' || type === 'COBROWSE';
  const [counts, { defaultLanguage }] = await Promise.all([
    hasSteps ? stepCounts(db, item) : new Map<string, number>(),
    workspace.settings(projectId, context),
  ]);
  const languages = readingLanguages(undefined, undefined, defaultLanguage);
  return {
    ...{ id, type, status, sent },
    seen: { unique: sent, total: item.seenTotal },
    clicked: { unique: item.clicked, total: item.clickedTotal },
    dismissed: { unique: item.dismissed, total: item.dismissedTotal },
    completed: { unique: item.completed, total: item.completedTotal },
    ...(type === 'CHAT_MESSAGE' && { replied: { unique: item.replied, total: item.repliedTotal } }),
    ...(hasSteps && {
      steps: stepsOf(item).map(({ id: stepId, title }) => ({
        id: stepId,
        title: typeof title === 'object' ? pickText(title.localized, languages) : title,
        completed: counts.get(stepId) ?? 0,
      })),
    }),
  };
};

/** Rows of one answer. */
const PAGE = { default: 50, max: 200 };

const states = ['pending', 'sent', 'failed', 'skipped', 'bounced'];

/** The states that a query asks for; undefined for all. */
export const readStates = (sent: string | undefined): string[] | undefined => {
  if (sent === undefined || sent === '') return undefined;
  const asked = sent.split(',').map((state) => state.trim());
  if (asked.every((state) => states.includes(state))) return asked;
  const message = `must be of ${states.join(', ')}, several by comma`;
  throw new DomainError('invalid', 'INVALID_QUERY', `status: ${message}`, {
    fields: [{ field: 'status', message }],
  });
};

interface Row {
  id: string;
  contactId: string;
  seenAt: Date;
  clickedAt: Date | null;
  dismissedAt: Date | null;
  completedAt: Date | null;
  repliedAt: Date | null;
}

const iso = (time: Date | null): string | undefined => time?.toISOString();

const presentMail = (
  mail: EmailRecipientRow,
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
    openedAt: iso(mail.openedAt),
    bouncedAt: iso(mail.bouncedAt),
    bounceType: mail.bounceType ?? undefined,
    unsubscribedAt: iso(mail.unsubscribedAt),
  };
};

/** Who got an item: of an e-mail every mail, else whoever saw it, once for each delivery; newest first. 404 `engagement_not_found`. */
export const listEngagementRecipients = async (
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  { engagementId, skip, limit, status }: ListEngagementRecipientsRequest,
  context: CallContext,
): Promise<Partially<ListEngagementRecipientsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, engagementId);
  const asked = readStates(status);
  const page = { skip, limit: Math.min(limit || PAGE.default, PAGE.max) };
  if (item.type === 'EMAIL') {
    const { rows: mails, total } = await emailRecipients(db, item, { states: asked, ...page });
    const known = await directory.references([...new Set(mails.map(({ contactId }) => contactId))], context);
    return { data: mails.map((mail) => presentMail(mail, known)), total };
  }
  if (asked && !asked.includes('sent')) return { data: [], total: 0 };
  const params = [projectId, item.id];
  const [rows, [counted]] = await Promise.all([
    db.query<Row>(
      `SELECT id, contact_id AS "contactId", seen_at AS "seenAt", clicked_at AS "clickedAt",
              dismissed_at AS "dismissedAt", completed_at AS "completedAt", replied_at AS "repliedAt"
         FROM delivery WHERE project_id = $1 AND item_id = $2 AND seen_at IS NOT NULL
        ORDER BY id DESC LIMIT $3 OFFSET $4`,
      [...params, page.limit, page.skip],
    ),
    db.query<{ total: number }>(
      'SELECT count(*) AS total FROM delivery WHERE project_id = $1 AND item_id = $2 AND seen_at IS NOT NULL',
      params,
    ),
  ]);
  const contacts = await directory.references([...new Set(rows.map(({ contactId }) => contactId))], context);
  const present = (row: Row): Partially<EngagementRecipient> => {
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
  return { data: rows.map(present), total: counted?.total ?? 0 };
};
