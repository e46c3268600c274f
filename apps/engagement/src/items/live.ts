import { type FieldProblem, invalid } from '@parley/errors';
import { isEmptyRichText } from '@parley/rich-text';
import { isDeepStrictEqual } from 'node:util';
import {
  type Item,
  type ItemFields,
  type ItemStatus,
  type ItemType,
  hasTitle,
  readQuestions,
  readSteps,
} from '../core';
import { engagementLive, invalidTransition } from './item.errors';

/** Which states may follow which. */
const transitions: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  draft: ['live'],
  live: ['paused', 'finished'],
  paused: ['live', 'finished'],
  finished: [],
};

/** 409 `invalid_status_transition` unless a state may follow another or stays. */
export const checkTransition = (from: ItemStatus, to: ItemStatus): void => {
  if (from !== to && !transitions[from].includes(to)) throw invalidTransition(from, to);
};

/** Fields that cannot change while an item is live. */
export const lockedFields = [
  'targetAudience',
  'conditions',
  'trigger',
  'eventTrigger',
  'eventTriggerDelay',
  'pageRules',
  'frequency',
  'frequencyType',
  'frequencyDays',
  'startSendingAfter',
  'stopSendingAfter',
] as const satisfies readonly (keyof ItemFields)[];

/** 409 `engagement_live` when a live item's targeting would change; equal values pass. */
export const checkLock = (before: Item, after: ItemFields): void => {
  if (before.status !== 'live') return;
  const changed = lockedFields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length > 0) throw engagementLive(changed);
};

const hasMessage = ({ message }: ItemFields): boolean =>
  Object.values(message?.localized ?? {}).some((document) => !isEmptyRichText(document));

const hasSubject = ({ subject }: ItemFields): boolean =>
  Object.values(subject?.localized ?? {}).some((text) => /\S/.test(text));

const NEEDED = 'is needed to go live';

const partsNeeded = (
  name: 'steps' | 'questions',
  parts: readonly Parameters<typeof hasTitle>[0][],
  withTitles: boolean,
): FieldProblem[] => {
  const field = `config.${name}`;
  if (parts.length === 0) return [{ field, message: `${NEEDED}, with at least one of them` }];
  if (!withTitles) return [];
  return parts.flatMap((part, index) =>
    hasTitle(part) ? [] : [{ field: `${field}.${index}.title`, message: NEEDED }],
  );
};

const messageNeeded = (item: ItemFields): FieldProblem[] =>
  hasMessage(item) ? [] : [{ field: 'message', message: NEEDED }];

const bothNeeded = (item: ItemFields): FieldProblem[] => [
  ...(hasSubject(item) ? [] : [{ field: 'subject', message: NEEDED }]),
  ...messageNeeded(item),
];

const needs: Readonly<Record<ItemType, (item: ItemFields) => FieldProblem[]>> = {
  CHECKLIST: (item) => partsNeeded('steps', readSteps(item), true),
  COBROWSE: (item) => partsNeeded('steps', readSteps(item), false),
  PRODUCT_TOUR: (item) => partsNeeded('steps', readSteps(item), false),
  SURVEY: (item) => partsNeeded('questions', readQuestions(item), true),
  TOOLTIP: ({ config }) => {
    const selector = config?.['selector'];
    return typeof selector === 'string' && /\S/.test(selector)
      ? []
      : [{ field: 'config.selector', message: NEEDED }];
  },
  BANNER: messageNeeded,
  CHAT_MESSAGE: messageNeeded,
  EMAIL: bothNeeded,
  NEWS: bothNeeded,
  MODAL: messageNeeded,
  PUSH_NOTIFICATION: (item) => [
    ...(hasSubject(item) ? [] : [{ field: 'subject', message: NEEDED }]),
    ...(typeof item.config?.['url'] === 'string' ? [] : [{ field: 'config.url', message: NEEDED }]),
  ],
};

/** 400 `invalid_input` naming the fields that an item lacks to be live. `isStart`: it becomes live with this change. */
export const checkLive = (type: ItemType, item: ItemFields, isStart: boolean, now: Date): void => {
  const problems = needs[type](item);
  if (item.trigger === 'event' && item.eventTrigger === null)
    problems.push({ field: 'eventTrigger', message: `${NEEDED} with the trigger event` });
  if (item.frequency === 'days' && item.frequencyDays === null)
    problems.push({ field: 'frequencyDays', message: `${NEEDED} with the frequency days` });
  if (isStart && item.stopSendingAfter && item.stopSendingAfter <= now)
    problems.push({ field: 'stopSendingAfter', message: 'is over' });
  if (problems.length > 0) throw invalid(problems);
};
