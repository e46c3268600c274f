import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { richTextFromHtml, toHtml } from '@parley/rich-text';
import { defineWork, inThread, estimateSize } from '@parley/threads';
import type { ItemType } from '../core';
import { readTexts, type TextsChange } from './texts.input';

/** Subject and message of a request. */
interface SentTexts {
  subject?: unknown;
  message?: unknown;
}

const textsWork = defineWork('engagement.read-texts', (sent: SentTexts, language: string) => {
  const problems: FieldProblem[] = [];
  return { texts: readTexts(sent, language, problems), problems };
});

/** Markup without anything that runs, loads documents or asks for input. */
const cleanMarkup = (html: unknown): unknown =>
  typeof html === 'string' ? toHtml(richTextFromHtml(html)) : html;

const cleanStep = (step: unknown): unknown =>
  isObject(step) && typeof step['message'] === 'string'
    ? { ...step, message: cleanMarkup(step['message']) }
    : step;

const configWork = defineWork('engagement.clean-config', (type: ItemType, config: unknown): unknown => {
  if (!isObject(config)) return config;
  const { steps, html } = config;
  return {
    ...config,
    ...(Array.isArray(steps) && { steps: steps.map(cleanStep) }),
    ...(type === 'TOOLTIP' && typeof html === 'string' && { html: cleanMarkup(html) }),
  };
});

/** As `readTexts`; long texts are read in a thread. */
export const readTextsSent = async (
  { subject, message }: SentTexts,
  language: string,
  problems: FieldProblem[],
): Promise<TextsChange> => {
  const sent = { subject, message };
  const { texts, problems: found } = await inThread(textsWork, estimateSize(sent), sent, language);
  problems.push(...found);
  return texts;
};

/** The settings of an item with its markup cleaned; long markup in a thread. */
export const withCleanMarkup = (type: ItemType, config: unknown): Promise<unknown> =>
  inThread(configWork, estimateSize(config), type, config);
