import { readConditions } from '@parley/audience';
import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import type { ItemChanges } from '@parley/proto/generated/parley/engagement/v1/item_input';
import { readConfig, readObject } from './config.input';
import {
  emptyFields,
  isCampaign,
  type Frequency,
  type ItemFields,
  type NamedSender,
  type PageRule,
  type Trigger,
  type ItemType,
} from '../core';
import { readPageRules } from './page-rules.input';
import { changeTexts, type TextsChange } from './texts.input';
import { readTextsSent, withCleanMarkup } from './texts.work';

/** Most tags of an item. */
export const MAX_TAGS = 50;
/** Longest tag, in characters. */
export const MAX_TAG = 64;
const MAX_SENDER_TEXT = 256;
const MAX_SENDER_URL = 2_048;

/** A request's fields of an item; omitted fields are undefined. */
export type SentItem = Partial<ItemChanges>;

/** A request's change of an item, parsed. */
export interface ItemChange {
  patch: Partial<ItemFields>;
  texts: TextsChange;
  nulls: readonly string[];
}

const readTags = (sent: readonly unknown[], problems: FieldProblem[]): string[] => {
  if (sent.length > MAX_TAGS) {
    problems.push({ field: 'tags', message: `takes at most ${MAX_TAGS} tags` });
    return [];
  }
  return sent.filter((tag, index): tag is string => {
    if (typeof tag === 'string' && tag !== '' && tag.length <= MAX_TAG) return true;
    problems.push({ field: `tags.${index}`, message: `must be a text of 1 to ${MAX_TAG} characters` });
    return false;
  });
};

const senderLimits: Readonly<Record<keyof NamedSender, number>> = {
  name: MAX_SENDER_TEXT,
  email: MAX_SENDER_TEXT,
  profileImageUrl: MAX_SENDER_URL,
};
const ID = /^[0-9a-f]{24}$/;
const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const LINE = /[\r\n]/;

const readNamedSender = (sent: Record<string, unknown>, problems: FieldProblem[]): NamedSender => {
  const sender: NamedSender = {};
  for (const [key, value] of Object.entries(sent)) {
    const field = `sender.${key}`;
    if (!Object.hasOwn(senderLimits, key)) {
      problems.push({ field, message: 'is no part of a sender; those are name, email, profileImageUrl' });
      continue;
    }
    if (value === null) continue;
    const max = senderLimits[key as keyof NamedSender];
    if (typeof value !== 'string' || value.length > max || LINE.test(value))
      problems.push({ field, message: `must be a text of one line and at most ${max} characters` });
    else if (key === 'email' && !EMAIL.test(value))
      problems.push({ field, message: 'must be an e-mail address' });
    else if (key === 'profileImageUrl' && !/^https?:\/\//i.test(value))
      problems.push({ field, message: 'must be an http or https address' });
    else sender[key as keyof NamedSender] = value;
  }
  return sender;
};

const readSender = (sent: unknown, problems: FieldProblem[]): ItemFields['sender'] => {
  if (typeof sent === 'string' && ID.test(sent)) return sent;
  if (isObject(sent)) return readNamedSender(sent, problems);
  problems.push({
    field: 'sender',
    message: 'must be the id of a member of the project or { name, email, profileImageUrl }',
  });
  return null;
};

const checkTriggers = (type: ItemType, sent: SentItem, problems: FieldProblem[]): void => {
  if (isCampaign(type) && (sent.trigger === 'page' || sent.trigger === 'sessionStarted'))
    problems.push({ field: 'trigger', message: 'must be schedule or event for what is sent' });
};

const present = <T, U>(value: T | null | undefined, read: (value: T) => U): U | undefined =>
  value === undefined || value === null ? undefined : read(value);

const withoutUndefined = (fields: object): Partial<ItemFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Reads a request's change of an item. Bare texts are for `language`.
 *
 * @throws DomainError `invalid` naming every wrong field; `tooLarge` for JSON over its limit.
 */
export const readItem = async (
  type: ItemType,
  sent: SentItem,
  nulls: readonly string[],
  language: string,
): Promise<ItemChange> => {
  const problems: FieldProblem[] = [];
  if (nulls.includes('name')) problems.push({ field: 'name', message: 'cannot be cleared' });
  if (nulls.includes('status')) problems.push({ field: 'status', message: 'cannot be cleared' });
  checkTriggers(type, sent, problems);
  const { name, subType, format, actionType, frequencyType, targetAudience, trigger, frequency } = sent;
  const { eventTrigger, eventTriggerDelay, frequencyDays, sound, hidden } = sent;
  const defaults = emptyFields(type);
  const cleared = Object.entries(defaults).filter(([field]) => nulls.includes(field) && field !== 'name');
  const patch = withoutUndefined({
    ...{ name, subType, format, actionType, frequencyType, targetAudience, sound, hidden },
    ...{ eventTrigger, eventTriggerDelay, frequencyDays },
    trigger: trigger as Trigger | undefined,
    frequency: frequency as Frequency | undefined,
    config: present(await withCleanMarkup(type, sent.config), (value) => readConfig(type, value, problems)),
    data: present(sent.data, (value) => readObject('data', value, problems)),
    conditions: present(sent.conditions, (value) =>
      readConditions('conditions', value as readonly unknown[], problems),
    ),
    pageRules: present(sent.pageRules, (value): PageRule[] =>
      readPageRules(value as readonly unknown[], problems),
    ),
    startSendingAfter: present(sent.startSendingAfter, (time) => new Date(time)),
    stopSendingAfter: present(sent.stopSendingAfter, (time) => new Date(time)),
    sender: present(sent.sender, (value) => readSender(value, problems)),
    tags: present(sent.tags, (value) => readTags(value as readonly unknown[], problems)),
  });
  const texts = await readTextsSent(sent, language, problems);
  if (problems.length > 0) throw invalid(problems);
  return { patch: { ...Object.fromEntries(cleared), ...patch }, texts, nulls };
};

/**
 * An item's fields after a request.
 *
 * @throws DomainError `invalid` for fields that contradict each other, in drafts too.
 */
export const changedFields = <Before extends ItemFields>(
  type: ItemType,
  before: Before,
  { patch, texts, nulls }: ItemChange,
): Before => {
  const after = { ...before, ...patch, ...changeTexts(before, texts, nulls) };
  const problems: FieldProblem[] = [];
  const { startSendingAfter: start, stopSendingAfter: stop } = after;
  if (start && stop && stop <= start)
    problems.push({ field: 'stopSendingAfter', message: 'must be later than startSendingAfter' });
  if (isCampaign(type) && after.trigger === 'schedule' && after.frequency === 'always')
    problems.push({ field: 'frequency', message: 'must be once or days for what is sent on a schedule' });
  if (problems.length > 0) throw invalid(problems);
  return after;
};
