import { type FieldProblem, tooLarge } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';
import { readLocalised, textReader } from '@parley/localised';
import { newId } from '@parley/persistence';
import type { JsonObject, ItemType } from '../core';

/** Most bytes of `config` and of `data`, each as JSON. */
export const MAX_JSON_BYTES = 204_800;
/** Most steps of an item. */
export const MAX_STEPS = 50;
/** Longest title of a step, in characters. */
export const MAX_STEP_TITLE = 256;
/** Longest name of an event, in characters. */
export const MAX_EVENT_NAME = 256;

const STEP_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads free JSON. 413 above 204,800 bytes. */
export const readObject = (
  field: string,
  value: unknown,
  problems: FieldProblem[],
): JsonObject | undefined => {
  if (!isObject(value)) {
    problems.push({ field, message: 'must be an object' });
    return undefined;
  }
  const bytes = jsonBytes(value);
  if (bytes > MAX_JSON_BYTES)
    throw tooLarge(`${field} has ${bytes} bytes of JSON, at most ${MAX_JSON_BYTES} are possible.`);
  return value;
};

const readTitle = (path: string, title: unknown, problems: FieldProblem[]): unknown => {
  const read = textReader(MAX_STEP_TITLE);
  if (!isObject(title)) return read(title, path, problems);
  const { localized, ...others } = title;
  if (!isObject(localized) || Object.keys(others).length > 0) {
    problems.push({ field: path, message: 'must be a text or { localized: { en: … } }' });
    return undefined;
  }
  const change = readLocalised(path, localized, '', read, problems);
  return { localized: Object.fromEntries(Object.entries(change).filter(([, text]) => text !== null)) };
};

/** A step with an id of its own, when it was sent none. */
const readStep = (path: string, sent: unknown, problems: FieldProblem[]): JsonObject => {
  if (!isObject(sent)) {
    problems.push({ field: path, message: 'must be an object' });
    return {};
  }
  const step = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const { id, title, eventTrigger, allowMarkDone } = step;
  const problem = (field: string, text: string) =>
    problems.push({ field: `${path}.${field}`, message: text });
  if (id !== undefined && !(typeof id === 'string' && STEP_ID.test(id)))
    problem('id', 'must have 1 to 64 letters, digits, "_" and "-"');
  const readableTitle = title === undefined ? undefined : readTitle(`${path}.title`, title, problems);
  if (
    eventTrigger !== undefined &&
    !(typeof eventTrigger === 'string' && eventTrigger !== '' && eventTrigger.length <= MAX_EVENT_NAME)
  )
    problem('eventTrigger', `must be the name of an event, 1 to ${MAX_EVENT_NAME} characters`);
  if (allowMarkDone !== undefined && typeof allowMarkDone !== 'boolean')
    problem('allowMarkDone', 'must be true or false');
  return {
    id: newId(),
    ...step,
    ...(readableTitle !== undefined && { title: readableTitle }),
  };
};

const readSteps = (sent: unknown, problems: FieldProblem[]): JsonObject[] => {
  const field = 'config.steps';
  if (!Array.isArray(sent) || sent.length > MAX_STEPS) {
    problems.push({ field, message: `must be a list of at most ${MAX_STEPS} steps` });
    return [];
  }
  const steps = sent.map((step, index) => readStep(`${field}.${index}`, step, problems));
  const seen = new Set<unknown>();
  steps.forEach(({ id }, index) => {
    if (seen.has(id)) problems.push({ field: `${field}.${index}.id`, message: 'is the id of another step' });
    seen.add(id);
  });
  return steps;
};

const checkTracking = (tracking: unknown, problems: FieldProblem[]): void => {
  const isFine =
    isObject(tracking) &&
    Object.entries(tracking).every(
      ([key, value]) => (key === 'opens' || key === 'clicks') && typeof value === 'boolean',
    );
  if (!isFine)
    problems.push({ field: 'config.tracking', message: 'must be { opens, clicks }, each true or false' });
};

/** Reads the settings of an item, with clean markup; steps get ids. */
export const readConfig = (
  type: ItemType,
  value: unknown,
  problems: FieldProblem[],
): JsonObject | undefined => {
  const config = readObject('config', value, problems);
  if (!config) return undefined;
  const { steps, html, tracking } = config;
  if (type === 'EMAIL' && tracking !== undefined && tracking !== null) checkTracking(tracking, problems);
  if (type === 'TOOLTIP' && html !== undefined && html !== null && typeof html !== 'string')
    problems.push({ field: 'config.html', message: 'must be a text of HTML' });
  return {
    ...config,
    ...(steps !== undefined && steps !== null && { steps: readSteps(steps, problems) }),
  };
};
