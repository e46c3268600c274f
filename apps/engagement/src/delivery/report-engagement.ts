import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import type {
  ReportEngagementRequest,
  ReportEngagementResponse,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import type { SeenContact } from '../contacts';
import {
  demandLiving,
  ensureProgress,
  isCampaign,
  saveProgress,
  type Item,
  readSteps,
  widgetContact,
  isDue,
  isFor,
  isTour,
  type Standing,
  lockStanding,
  readStandings,
} from '../core';
import type { Deps } from '../deps';
import { findItem } from '../items';
import type { Mark } from './marks';
import { recordHappening } from './record';

/** The item that a widget speaks of, as contacts may know of it. */
export const isForWidgets = (item: Item | undefined): item is Item =>
  item !== undefined && !isCampaign(item.type) && item.status !== 'draft';

/**
 * Whether an item is due to a contact, which may then begin another delivery.
 *
 * @throws DomainError 404 `engagement_not_found` when the contact neither has the item nor could get it.
 */
export const admit = (item: Item, standing: Standing, contact: SeenContact, now: Date): boolean => {
  const due = isDue(item, standing, now, () => isFor(item, contact));
  if (!due && !standing.reach && !standing.progress) throw notFound('engagement');
  return due;
};

const checkReport = (item: Item, event: string, stepId: string | undefined): void => {
  if (event === 'completed' && item.type === 'CHECKLIST')
    throw invalid({ field: 'event', message: 'cannot be completed for a checklist: mark its steps done' });
  if (event === 'completed' && item.type === 'SURVEY')
    throw invalid({ field: 'event', message: 'cannot be completed for a survey: answer its questions' });
  if (event !== 'step') return;
  if (!isTour(item.type)) throw invalid({ field: 'event', message: 'can be step for a tour only' });
  if (stepId === undefined || !readSteps(item).some(({ id }) => id === stepId))
    throw invalid({ field: 'stepId', message: 'must be the id of a step of the tour' });
};

/** An item that a widget's contact has or could get, and how the contact stands to it; 404 `engagement_not_found` for any other. */
export const findEngagement = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'clock'>,
  engagementId: string,
  context: CallContext,
): Promise<{ item: Item; contact: SeenContact; standing: Standing }> => {
  const { db, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const item = await findItem(db, projectId, engagementId);
  const contact = await widgetContact(deps, isForWidgets(item) ? item.conditions : [], context);
  if (!isForWidgets(item) || contact.isBlocked) throw notFound('engagement');
  const place = { projectId, contactId: contact.id };
  const standing = (await readStandings(db, place, [item.id], clock())).get(item.id);
  if (!standing) throw notFound('engagement');
  admit(item, standing, contact, clock());
  return { item, contact, standing };
};

/** Records a widget's report of an item, once for each delivery. */
export const reportEngagement = async (
  deps: Pick<Deps, 'db' | 'events' | 'contacts' | 'clock'>,
  { engagementId, event, stepId }: ReportEngagementRequest,
  context: CallContext,
): Promise<Partially<ReportEngagementResponse>> => {
  const { db, events, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const item = await findItem(db, projectId, engagementId);
  const contact = await widgetContact(deps, isForWidgets(item) ? item.conditions : [], context);
  if (!isForWidgets(item) || contact.isBlocked) throw notFound('engagement');
  const now = clock();
  const place = { projectId, contactId: contact.id };
  await db.transaction(async (tx) => {
    await demandLiving(tx, place);
    await lockStanding(tx, { ...place, itemId: item.id });
    let standing = (await readStandings(tx, place, [item.id], now)).get(item.id);
    if (!standing) throw notFound('engagement');
    const mayOpen = admit(item, standing, contact, now);
    checkReport(item, event, stepId);
    if (item.type === 'CHECKLIST' && !standing.progress)
      standing = {
        ...standing,
        progress: (await ensureProgress(tx, place, [item.id], now)).get(item.id),
      };
    const { events: told } = await recordHappening(tx, {
      item,
      contactId: contact.id,
      standing,
      did: event === 'step' ? ['seen'] : ['seen', event as Mark],
      ...(event === 'step' && stepId !== undefined && { steps: [stepId] }),
      mayOpen,
      at: now,
      headers: eventHeaders(context),
    });
    const { progress } = standing;
    if (event === 'dismissed' && progress && progress.dismissedAt === null)
      await saveProgress(tx, projectId, { ...progress, dismissedAt: now, changedAt: now });
    await events.append(tx, told);
  });
  events.wake();
  return { success: true };
};
