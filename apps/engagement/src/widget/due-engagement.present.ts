import type { DueEngagement } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { type RichText, toHtml } from '@parley/rich-text';
import { shownSteps, type Standing, type Item, type JsonObject, readSteps } from '../core';
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

const presentConfig = (item: Item, languages: ReadingLanguages): JsonObject | undefined => {
  if (!item.config) return undefined;
  if (!Array.isArray(item.config['steps'])) return item.config;
  const steps = readSteps(item).map(({ title, ...step }) => {
    const text = typeof title === 'object' ? pickText(title.localized, languages) : title;
    return { ...step, ...(text !== undefined && { title: text }) };
  });
  return { ...item.config, steps };
};

/** The fields of an item for a contact, without the team's own. */
export const presentDue = (
  item: Item,
  { reach, progress }: Standing,
  contact: SeenContact,
  languages: ReadingLanguages,
  sender: DueEngagement['sender'],
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
  };
};
