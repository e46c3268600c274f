import { projectScope } from '@parley/auth';
import { forbidden, notFound } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import type {
  CheckChecklistStepRequest,
  CheckChecklistStepResponse,
  MarkChecklistStepRequest,
  MarkChecklistStepResponse,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import {
  demandLiving,
  isDue,
  isFor,
  type Standing,
  lockStanding,
  readStandings,
  type Item,
  type Step,
  readSteps,
  widgetContact,
  shownSteps,
  ensureProgress,
  findProgressItem,
} from '../core';
import type { Deps } from '../deps';
import { itemNotFound, findItemOfType } from '../items';
import { completeSteps } from './complete-steps';

/** A step, and how far the contact is with its checklist. */
interface FoundStep {
  item: Item;
  step: Step;
  standing: Standing;
  place: { projectId: string; contactId: string };
  now: Date;
}

type MarkDeps = Pick<Deps, 'db' | 'events' | 'contacts' | 'clock'>;

/** Runs `work` with a step of a checklist that the contact has or could get, with its progress locked. 404. */
const withStep = async <T>(
  deps: MarkDeps,
  { checklistId, stepId }: MarkChecklistStepRequest,
  context: CallContext,
  work: (tx: Sql, found: FoundStep) => Promise<T>,
): Promise<T> => {
  const { db, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const missing = itemNotFound('CHECKLIST');
  const direct = await findItemOfType(db, 'CHECKLIST', projectId, checklistId);
  const contact = await widgetContact(deps, direct?.conditions ?? [], context);
  const place = { projectId, contactId: contact.id };
  const itemId = direct?.id ?? (await findProgressItem(db, place, checklistId));
  if (itemId === undefined || contact.isBlocked) throw missing;
  const now = clock();
  return db.transaction(async (tx) => {
    await demandLiving(tx, place);
    await lockStanding(tx, { ...place, itemId });
    const item = await findItemOfType(tx, 'CHECKLIST', projectId, itemId);
    const standing = (await readStandings(tx, place, [itemId], now)).get(itemId);
    if (!item || !standing || item.status === 'draft') throw missing;
    const mayGet = standing.progress ?? isDue(item, standing, now, () => isFor(item, contact));
    if (!mayGet) throw missing;
    const step = readSteps(item).find(({ id }) => id === stepId);
    if (!step) throw notFound('checklist_step');
    return work(tx, { item, standing, step, place, now });
  });
};

/** 404 for a checklist that the contact cannot have, or a step that it lacks. */
export const checkChecklistStep = async (
  deps: MarkDeps,
  request: CheckChecklistStepRequest,
  context: CallContext,
): Promise<CheckChecklistStepResponse> => {
  await withStep(deps, request, context, () => Promise.resolve());
  return {};
};

/** Marks a step of a checklist done. The checklist is named by its own id or by that of the contact's progress. */
export const markChecklistStep = async (
  deps: MarkDeps,
  request: MarkChecklistStepRequest,
  context: CallContext,
): Promise<Partially<MarkChecklistStepResponse>> => {
  const { events } = deps;
  const progress = await withStep(
    deps,
    request,
    context,
    async (tx, { item, standing, step, place, now }) => {
      if (step.allowMarkDone === false) throw forbidden('STEP_NOT_MARKABLE');
      const known = standing.progress ?? (await ensureProgress(tx, place, [item.id], now)).get(item.id);
      if (!known) throw itemNotFound('CHECKLIST');
      const done = await completeSteps(tx, {
        item,
        contactId: place.contactId,
        standing: { ...standing, progress: known },
        steps: [step.id],
        isSeen: true,
        at: now,
        headers: eventHeaders(context),
      });
      await events.append(tx, done.events);
      return { ...done.progress, completedSteps: shownSteps(item, done.progress) };
    },
  );
  events.wake();
  const { id, status, completedSteps } = progress;
  return { checklist: { id, status, completedSteps } };
};
