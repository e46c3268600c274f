import { projectScope } from '@parley/auth';
import type {
  DueEngagement,
  ListDueEngagementsRequest,
  ListDueEngagementsResponse,
  SurveyState,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import type { CallContext, Partially } from '@parley/rpc';
import { mapInTurns } from '@parley/timing';
import {
  isDone,
  ensureProgress,
  isDue,
  isFor,
  isInTime,
  type Standing,
  readStandings,
  type Item,
  inAppTypes,
  widgetContact,
} from '../core';
import type { SeenContact } from '../contacts';
import type { Deps } from '../deps';
import { pageTest } from '../items';
import { readingLanguages } from '../texts';
import { findLatestOf, presentState } from '../surveys';
import { insertPending } from '../tracked';
import { presentDue } from './due-engagement.present';

/** Most items of one answer. */
const MAX_DUE = 100;

/** The members who are senders of some items, as contacts see them; each is asked for once. */
const memberSenders = async (
  { workspace }: Pick<Deps, 'workspace'>,
  items: readonly Item[],
  context: CallContext,
): Promise<ReadonlyMap<string, DueEngagement['sender']>> => {
  const members = new Map<string, DueEngagement['sender']>();
  for (const { projectId, sender } of items) {
    if (typeof sender !== 'string' || members.has(sender)) continue;
    const profile = await workspace.profile(projectId, sender, context);
    members.set(
      sender,
      profile ? { name: profile.name, profileImageUrl: profile.profileImageUrl } : undefined,
    );
  }
  return members;
};

const resolveSender = (
  { sender }: Item,
  members: ReadonlyMap<string, DueEngagement['sender']>,
): DueEngagement['sender'] => {
  if (sender === null) return undefined;
  if (typeof sender === 'string') return members.get(sender);
  const { name, profileImageUrl } = sender;
  return name === undefined && profileImageUrl === undefined ? undefined : { name, profileImageUrl };
};

/** An item with its state for the contact. */
interface Found {
  item: Item;
  standing: Standing;
}

/** Completes checklists without open steps after an edit: the next call of a step counts and emits that. */
const completeEdited = async (
  { db }: Pick<Deps, 'db'>,
  contactId: string,
  found: readonly Found[],
  now: Date,
): Promise<void> => {
  for (const { item, standing } of found) {
    const { progress } = standing;
    if (!progress || progress.status === 'done' || !isDone(item, progress)) continue;
    const place = { projectId: item.projectId, contactId, itemId: item.id };
    await db.transaction((tx) => insertPending(tx, { ...place, verb: 'steps', steps: [], happenedAt: now }));
  }
};

/** How far a contact is with the surveys among items. */
const readSurveyStates = async (
  { db }: Pick<Deps, 'db'>,
  contact: SeenContact,
  found: readonly Found[],
): Promise<ReadonlyMap<string, SurveyState>> => {
  const surveys = found.map(({ item }) => item).filter(({ type }) => type === 'SURVEY');
  const [{ projectId } = { projectId: '' }] = surveys;
  if (surveys.length === 0) return new Map();
  const ids = surveys.map(({ id }) => id);
  const latest = await findLatestOf(db, { projectId, contactId: contact.id }, ids);
  return new Map(surveys.map((item) => [item.id, presentState(item, latest.get(item.id))]));
};

/**
 * The items that are due to a contact, the newest first; checklists among them have a progress.
 * @param isStarted Whether the page starts them by itself: then they are due however often they were shown.
 */
const findDue = async (
  { db }: Pick<Deps, 'db'>,
  contact: SeenContact,
  items: readonly Item[],
  now: Date,
  isStarted: boolean,
): Promise<Found[]> => {
  const [{ projectId } = { projectId: '' }] = items;
  // Checklists with progress stay due to contacts that have left their audience.
  const asked = items.filter((item) => item.type === 'CHECKLIST' || isFor(item, contact));
  if (asked.length === 0) return [];
  const place = { projectId, contactId: contact.id };
  const ids = asked.map(({ id }) => id);
  const standings = await readStandings(db, place, ids, now);
  const found = asked.map((item): Found => ({
    item,
    standing: standings.get(item.id) ?? { hasOccurrence: false },
  }));
  await completeEdited({ db }, contact.id, found, now);
  const due = found
    .filter(({ item, standing }) => {
      const isOfAudience = (): boolean => item.type !== 'CHECKLIST' || isFor(item, contact);
      // A survey that was answered takes no further answers, so it is not shown either.
      return isStarted && item.type !== 'SURVEY'
        ? isOfAudience() || standing.progress !== undefined
        : isDue(item, standing, now, isOfAudience);
    })
    .slice(0, MAX_DUE);
  const begun = due.filter(({ item, standing }) => item.type === 'CHECKLIST' && !standing.progress);
  if (begun.length === 0) return due;
  const progresses = await ensureProgress(
    db,
    place,
    begun.map(({ item }) => item.id),
    now,
  );
  return due.map(({ item, standing }) => ({
    item,
    standing: { ...standing, progress: standing.progress ?? progresses.get(item.id) },
  }));
};

/**
 * The items due to a widget's contact on a page: one read of the contact, one of its records; as text for callers that want text.
 */
export const listDueEngagements = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'workspace' | 'liveItems' | 'clock'>,
  { url, lang, type, id, asText }: Partially<ListDueEngagementsRequest>,
  context: CallContext,
): Promise<Partially<ListDueEngagementsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const types: readonly string[] = type ? type.split(',') : inAppTypes;
  const now = deps.clock();
  const live = await deps.liveItems.of(projectId);
  const shows = pageTest(url);
  const items = live.items.filter(
    (item) =>
      types.includes(item.type) &&
      isInTime(item, now) &&
      (item.type !== 'NEWS' || item.config?.['hint'] === true) &&
      (id === undefined ? shows(item.pageRules) : item.id === id),
  );
  const [contact, { defaultLanguage }] = await Promise.all([
    widgetContact(
      deps,
      items.flatMap(({ conditions }) => conditions),
      context,
    ),
    deps.workspace.settings(projectId, context),
  ]);
  if (contact.isBlocked) return asText ? { text: '[]' } : { engagements: [] };
  const due = await findDue(deps, contact, items, now, id !== undefined);
  const languages = readingLanguages(lang, contact.lang, defaultLanguage);
  const members = await memberSenders(
    deps,
    due.map(({ item }) => item),
    context,
  );
  const surveys = await readSurveyStates(deps, contact, due);
  const engagements = await mapInTurns(due, ({ item, standing }) =>
    presentDue(item, {
      standing,
      survey: surveys.get(item.id),
      contact,
      languages,
      sender: resolveSender(item, members),
    }),
  );
  return asText ? { text: JSON.stringify(engagements) } : { engagements };
};
