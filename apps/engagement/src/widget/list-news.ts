import { projectScope } from '@parley/auth';
import type {
  ListNewsPostsRequest,
  ListNewsPostsResponse,
  NewsPost,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import type { CallContext, Partially } from '@parley/rpc';
import { mapInTurns } from '@parley/timing';
import { isFor, isInTime, type Item, readStandings, widgetContact } from '../core';
import type { Deps } from '../deps';
import { readingLanguages } from '../texts';
import { presentDue } from './due-engagement.present';

/** Posts of one answer. */
const PAGE = { default: 20, max: 100 };

const findDate = ({ startSendingAfter, liveAt, createdAt }: Item): Date =>
  startSendingAfter ?? liveAt ?? createdAt;

/** The team's news for a widget's contact, the latest first. */
export const listNewsPosts = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'workspace' | 'liveItems' | 'clock'>,
  { lang, limit }: ListNewsPostsRequest,
  context: CallContext,
): Promise<Partially<ListNewsPostsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const now = deps.clock();
  const live = await deps.liveItems.of(projectId);
  const news = live.items.filter((item) => item.type === 'NEWS' && isInTime(item, now));
  const conditions = news.flatMap((item) => item.conditions);
  const [contact, { defaultLanguage }] = await Promise.all([
    widgetContact(deps, conditions, context),
    deps.workspace.settings(projectId, context),
  ]);
  if (contact.isBlocked) return { posts: [] };
  const shown = news
    .filter((item) => isFor(item, contact))
    .sort((one, other) => findDate(other).getTime() - findDate(one).getTime())
    .slice(0, Math.min(limit || PAGE.default, PAGE.max));
  const ids = shown.map(({ id }) => id);
  const standings = await readStandings(deps.db, { projectId, contactId: contact.id }, ids, now);
  const languages = readingLanguages(lang, contact.lang, defaultLanguage);
  const posts = await mapInTurns(shown, (item): NewsPost => {
    const standing = standings.get(item.id) ?? { hasOccurrence: false };
    const due = presentDue(item, { standing, contact, languages });
    const { image, imageAlt, label } = (due.config ?? {}) as Partial<Record<string, string>>;
    return {
      id: item.id,
      lang: due.lang,
      title: due.subject ?? '',
      html: due.messageHtml ?? '',
      ...{ image, imageAlt, label },
      publishedAt: findDate(item).toISOString(),
      read: standing.reach?.done.includes('clicked') ?? false,
    };
  });
  return { posts };
};
