import { type FieldProblem, tooLarge } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';
import type { ItemType, JsonObject } from '../core';
import { checkAddress, checkFlag, readAnyText, readIdentified } from './config.parts';
import { readQuestionsSent } from './survey.input';

/** Most bytes of `config` and of `data`, each as JSON. */
export const MAX_JSON_BYTES = 204_800;
/** Most steps of an item. */
export const MAX_STEPS = 50;
/** Longest name of an event, in characters. */
export const MAX_EVENT_NAME = 256;
/** Most buttons of a modal. */
export const MAX_BUTTONS = 3;
/** Longest label of news or a button, in characters. */
export const MAX_LABEL = 64;

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

const readStep = (path: string, step: JsonObject, problems: FieldProblem[]): JsonObject => {
  const { eventTrigger } = step;
  const title = readAnyText(path, step, 'title', problems);
  if (
    eventTrigger !== undefined &&
    !(typeof eventTrigger === 'string' && eventTrigger !== '' && eventTrigger.length <= MAX_EVENT_NAME)
  )
    problems.push({
      field: `${path}.eventTrigger`,
      message: `must be the name of an event, 1 to ${MAX_EVENT_NAME} characters`,
    });
  checkFlag(`${path}.allowMarkDone`, step['allowMarkDone'], problems);
  return { ...step, ...title };
};

const readSteps = (sent: unknown, problems: FieldProblem[]): JsonObject[] =>
  readIdentified('config.steps', sent, { max: MAX_STEPS, what: 'steps' }, problems).map((step, index) =>
    readStep(`config.steps.${index}`, step, problems),
  );

const checkTracking = (tracking: unknown, problems: FieldProblem[]): void => {
  const isFine =
    isObject(tracking) &&
    Object.entries(tracking).every(
      ([key, value]) => (key === 'opens' || key === 'clicks') && typeof value === 'boolean',
    );
  if (!isFine)
    problems.push({ field: 'config.tracking', message: 'must be { opens, clicks }, each true or false' });
};

const readButtons = (sent: unknown, problems: FieldProblem[]): JsonObject[] => {
  const field = 'config.buttons';
  const wanted = { max: MAX_BUTTONS, what: 'buttons' };
  return readIdentified(field, sent, wanted, problems).map((button, index) => {
    const path = `${field}.${index}`;
    if (button['label'] === undefined) problems.push({ field: `${path}.label`, message: 'is required' });
    checkAddress(`${path}.url`, button['url'], problems);
    return { ...button, ...readAnyText(path, button, 'label', problems, MAX_LABEL) };
  });
};

type Reader = (config: JsonObject, problems: FieldProblem[]) => JsonObject | undefined;

const readPicture: Reader = (config, problems) => {
  checkAddress('config.image', config['image'], problems);
  return readAnyText('config', config, 'imageAlt', problems);
};

/** Longest addresses of a push notification, in characters: all of it has to fit into 4 KB. */
const pushAddresses = { url: 1_024, icon: 512, image: 512 } as const;

const readPush: Reader = (config, problems) => {
  const read: JsonObject = {};
  for (const [name, max] of Object.entries(pushAddresses)) {
    const value = config[name];
    if (value === undefined || value === null) continue;
    const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    if (!address || !/^https?:$/.test(address.protocol) || address.href.length > max)
      problems.push({
        field: `config.${name}`,
        message: `must be an http or https address of at most ${max} characters`,
      });
    else read[name] = address.href;
  }
  return read;
};

/** Readers of the settings that are read for one kind alone: other kinds may keep anything under their names. */
const ofKind: Readonly<Partial<Record<ItemType, Reader>>> = {
  PUSH_NOTIFICATION: readPush,
  TOOLTIP: ({ html }, problems) => {
    if (html !== undefined && html !== null && typeof html !== 'string')
      problems.push({ field: 'config.html', message: 'must be a text of HTML' });
    return undefined;
  },
  SURVEY: (config, problems) => {
    checkFlag('config.ticket', config['ticket'], problems);
    return readAnyText('config', config, 'thanks', problems);
  },
  NEWS: (config, problems) => {
    checkFlag('config.hint', config['hint'], problems);
    return {
      ...readPicture(config, problems),
      ...readAnyText('config', config, 'label', problems, MAX_LABEL),
    };
  },
  MODAL: (config, problems) => {
    const { buttons } = config;
    return {
      ...readPicture(config, problems),
      ...(buttons !== undefined && buttons !== null && { buttons: readButtons(buttons, problems) }),
    };
  },
};

/** Reads the settings of an item, with clean markup; steps, questions and buttons get ids. */
export const readConfig = (
  type: ItemType,
  value: unknown,
  problems: FieldProblem[],
): JsonObject | undefined => {
  const config = readObject('config', value, problems);
  if (!config) return undefined;
  const { steps, questions, tracking } = config;
  if (tracking !== undefined && tracking !== null) checkTracking(tracking, problems);
  return {
    ...config,
    ...(steps !== undefined && steps !== null && { steps: readSteps(steps, problems) }),
    ...(questions !== undefined &&
      questions !== null && { questions: readQuestionsSent('config.questions', questions, problems) }),
    ...ofKind[type]?.(config, problems),
  };
};
