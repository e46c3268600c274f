import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckContactChecklistRequest,
  CheckContactChecklistResponse,
  ContactChecklist,
  ListContactChecklistsRequest,
  ListContactChecklistsResponse,
  ResetContactChecklistRequest,
  ResetContactChecklistResponse,
} from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import type { SeenContact } from '../contacts';
import {
  demandLiving,
  lockStanding,
  readStandings,
  readSteps,
  isDone,
  shownSteps,
  findProgressItem,
  listProgress,
  type ProgressOfItem,
  saveProgress,
} from '../core';
import type { Deps } from '../deps';
import { deliveryEvent } from '../delivery';
import { itemNotFound, findItemOfType } from '../items';
import { pickText, type ReadingLanguages, readingLanguages } from '../texts';

/** Entries of one answer. */
const PAGE = { default: 3, max: 10 };

const present = ({ progress, item }: ProgressOfItem, languages: ReadingLanguages): ContactChecklist => ({
  id: progress.id,
  completedSteps: shownSteps(item, progress),
  status: isDone(item, progress) ? 'done' : progress.status,
  outbound: {
    id: item.id,
    name: item.name,
    steps: readSteps(item).map(({ id, title }) => ({
      id,
      title: typeof title === 'object' ? pickText(title.localized, languages) : title,
    })),
  },
});

const requireContact = async (
  { contacts, clock }: Pick<Deps, 'contacts' | 'clock'>,
  id: string,
  context: CallContext,
): Promise<SeenContact> => {
  const contact = await contacts.look({ id }, [], clock(), context);
  if (!contact) throw notFound('session');
  return contact;
};

/** A contact's progress, most recently changed first. 404 `session_not_found`. */
export const listContactChecklists = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'workspace' | 'clock'>,
  { sessionId, skip, limit }: ListContactChecklistsRequest,
  context: CallContext,
): Promise<Partially<ListContactChecklistsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const [contact, { defaultLanguage }] = await Promise.all([
    requireContact(deps, sessionId, context),
    deps.workspace.settings(projectId, context),
  ]);
  const page = { skip, limit: Math.min(limit || PAGE.default, PAGE.max) };
  const found = await listProgress(deps.db, { projectId, contactId: contact.id }, page);
  const languages = readingLanguages(undefined, contact.lang, defaultLanguage);
  return { checklists: found.map((one) => present(one, languages)) };
};

/** 404 `session_not_found`, 404 `checklist_not_found` without progress. */
export const checkContactChecklist = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'clock'>,
  { sessionId, checklistId }: CheckContactChecklistRequest,
  context: CallContext,
): Promise<CheckContactChecklistResponse> => {
  const { projectId } = projectScope(context.scope);
  const { id: contactId } = await requireContact(deps, sessionId, context);
  const itemId = await findProgressItem(deps.db, { projectId, contactId }, checklistId);
  if (itemId === undefined) throw itemNotFound('CHECKLIST');
  return {};
};

/** Restarts a contact's checklist. 404 `session_not_found`, 404 `checklist_not_found` without progress. */
export const resetContactChecklist = async (
  deps: Pick<Deps, 'db' | 'events' | 'contacts' | 'workspace' | 'clock'>,
  { sessionId, checklistId }: ResetContactChecklistRequest,
  context: CallContext,
): Promise<Partially<ResetContactChecklistResponse>> => {
  const { db, events, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const [contact, { defaultLanguage }] = await Promise.all([
    requireContact(deps, sessionId, context),
    deps.workspace.settings(projectId, context),
  ]);
  const place = { projectId, contactId: contact.id };
  const itemId = await findProgressItem(db, place, checklistId);
  if (itemId === undefined) throw itemNotFound('CHECKLIST');
  const now = clock();
  const reset = await db.transaction(async (tx): Promise<ProgressOfItem> => {
    await demandLiving(tx, place);
    await lockStanding(tx, { ...place, itemId });
    const item = await findItemOfType(tx, 'CHECKLIST', projectId, itemId);
    const before = (await readStandings(tx, place, [itemId], now)).get(itemId)?.progress;
    if (!item || !before) throw itemNotFound('CHECKLIST');
    const isFresh =
      before.status === 'active' && before.dismissedAt === null && before.completedSteps.length === 0;
    if (isFresh) return { progress: before, item };
    const progress = {
      ...before,
      completedSteps: [],
      status: 'active' as const,
      dismissedAt: null,
      changedAt: now,
    };
    await saveProgress(tx, projectId, progress);
    const at = { item, contactId: contact.id, deliveryId: progress.id, at: now };
    await events.append(tx, [deliveryEvent('checklist', 'reset', { ...at, headers: eventHeaders(context) })]);
    return { progress, item };
  });
  events.wake();
  return { checklist: present(reset, readingLanguages(undefined, contact.lang, defaultLanguage)) };
};
