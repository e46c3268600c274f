import { isObject } from '@parley/json';
import type { Localised } from '@parley/localised';
import type {
  DueEngagement,
  SurveyState,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type RichText, toHtml } from '@parley/rich-text';
import { shownSteps, type Standing, type Item, type ItemType, type JsonObject, readSteps } from '../core';
import type { SeenContact } from '../contacts';
import {
  pickDocument,
  pickText,
  type ReadingLanguages,
  fillDocument,
  fillLine,
  hasVariables,
} from '../texts';

/** What every contact gets alike of a document, made once. */
interface Written {
  html: string;
  isFixed: boolean;
}

const written = new WeakMap<RichText, Written>();

const renderOnce = (document: RichText): Written => {
  const known = written.get(document);
  if (known) return known;
  const isFixed = !hasVariables(document);
  const made = { html: isFixed ? toHtml(document) : '', isFixed };
  written.set(document, made);
  return made;
};

const presentMessage = (
  document: RichText | undefined,
  contact: SeenContact,
): Pick<DueEngagement, 'message' | 'messageHtml'> => {
  if (!document) return {};
  const { html, isFixed } = renderOnce(document);
  if (isFixed) return { message: document, messageHtml: html };
  const message = fillDocument(document, contact.document);
  return { message, messageHtml: toHtml(message) };
};

/** Kinds with settings of a known form, in which texts by language may be anywhere. */
const formed: readonly ItemType[] = ['SURVEY', 'NEWS', 'MODAL'];

/** A copy with each text by language as one text. */
const localize = (value: unknown, languages: ReadingLanguages): unknown => {
  if (Array.isArray(value)) return value.map((one) => localize(one, languages));
  if (!isObject(value)) return value;
  const { localized } = value;
  if (isObject(localized)) return pickText(localized as Localised<string>, languages);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, localize(one, languages)]));
};

const presentConfig = (item: Item, languages: ReadingLanguages): JsonObject | undefined => {
  if (!item.config) return undefined;
  if (formed.includes(item.type)) return localize(item.config, languages) as JsonObject;
  if (!Array.isArray(item.config['steps'])) return item.config;
  const steps = readSteps(item).map(({ title, ...step }) => {
    const text = typeof title === 'object' ? pickText(title.localized, languages) : title;
    return { ...step, ...(text !== undefined && { title: text }) };
  });
  return { ...item.config, steps };
};

/** State and reader of an item that is shown. */
export interface Showing {
  standing: Standing;
  /** How far the contact is with a survey. */
  survey?: SurveyState | undefined;
  contact: SeenContact;
  languages: ReadingLanguages;
  sender?: DueEngagement['sender'];
}

/** The fields of an item for a contact, without the team's own. */
export const presentDue = (
  item: Item,
  { standing: { reach, progress }, survey, contact, languages, sender }: Showing,
): DueEngagement => {
  const subject = pickText(item.subject?.localized, languages);
  return {
    id: item.id,
    type: item.type,
    subType: item.subType ?? undefined,
    lang: languages[0] ?? '',
    subject: subject === undefined ? undefined : fillLine(subject, contact.document),
    ...presentMessage(pickDocument(item.message?.localized, languages), contact),
    config: presentConfig(item, languages),
    data: item.data ?? undefined,
    format: item.format ?? undefined,
    actionType: item.actionType ?? undefined,
    frequencyType: item.frequencyType ?? undefined,
    sound: item.sound,
    sender,
    pageRules: item.pageRules.map(({ pageFilter, pageFilterType }) => ({ pageFilter, pageFilterType })),
    seen: reach !== undefined && reach.endedAt === null && reach.done.includes('seen'),
    checklist: progress && {
      id: progress.id,
      status: progress.status,
      completedSteps: shownSteps(item, progress),
    },
    survey,
  };
};
