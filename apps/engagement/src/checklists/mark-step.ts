import { projectScope } from '@parley/auth';
import {
  type MarkChecklistStepRequest,
  type MarkChecklistStepResponse,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { isDue, isFor } from '../delivery/due';
import { lockStanding, readStandings } from '../delivery/standing.store';
import { itemNotFound } from '../items/item.errors';
import { findItemOf } from '../items/item.store';
import { stepsOf } from '../items/steps';
import { widgetContact } from '../widget/widget-contact';
import { stepNotFound, stepNotMarkable } from './checklist.errors';
import { completeSteps } from './complete-steps';
import { shownSteps } from './progress';
import { ensureProgress, findProgressItem } from './progress.store';

/** Marks a step of a checklist done. The checklist is named by its own id or by that of the contact's progress. */
export const markChecklistStep = async (
  deps: Pick<Deps, 'db' | 'events' | 'contacts' | 'clock'>,
  { checklistId, stepId }: MarkChecklistStepRequest,
  context: CallContext,
): Promise<Partially<MarkChecklistStepResponse>> => {
  const { db, events, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const missing = itemNotFound('CHECKLIST');
  const direct = await findItemOf(db, 'CHECKLIST', projectId, checklistId);
  const contact = await widgetContact(deps, direct?.conditions ?? [], context);
  const place = { projectId, contactId: contact.id };
  const itemId = direct?.id ?? (await findProgressItem(db, place, checklistId));
  if (itemId === undefined || contact.isBlocked) throw missing;
  const now = clock();
  const progress = await db.transaction(async (tx) => {
    await lockStanding(tx, { ...place, itemId });
    const item = await findItemOf(tx, 'CHECKLIST', projectId, itemId);
    const standing = (await readStandings(tx, place, [itemId], now)).get(itemId);
    if (!item || !standing || item.status === 'draft') throw missing;
    const mayGet = standing.progress ?? isDue(item, standing, now, () => isFor(item, contact));
    if (!mayGet) throw missing;
    const step = stepsOf(item).find(({ id }) => id === stepId);
    if (!step) throw stepNotFound();
    if (step.allowMarkDone === false) throw stepNotMarkable();
    const known = standing.progress ?? (await ensureProgress(tx, place, [itemId], now)).get(itemId);
    if (!known) throw missing;
    const done = await completeSteps(tx, {
      item,
      contactId: contact.id,
      standing: { ...standing, progress: known },
      steps: [stepId],
      isSeen: true,
      at: now,
      headers: eventHeaders(context),
    });
    await events.append(tx, done.events);
    return { ...done.progress, completedSteps: shownSteps(item, done.progress) };
  });
  events.wake();
  const { id, status, completedSteps } = progress;
  return { checklist: { id, status, completedSteps } };
};
