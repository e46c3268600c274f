import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { isId } from '@parley/persistence';
import { type Fields, openFields } from './fields';
import {
  type AttributeValue,
  type Condition,
  type Input,
  type Next,
  operators,
  operatorSigns,
  type Option,
  type Step,
  type StepType,
} from './step';

/** Form of a step's id. */
export const STEP_ID = /^[A-Za-z0-9_-]{1,64}$/;

const MAX_TEXT = 10_000;
const MAX_NAME = 64;
const MAX_LABEL = 256;
const MAX_OPTIONS = 20;
const MAX_CONDITIONS = 20;
const MAX_TAGS = 50;
const MAX_VALUE = 2_000;
const MAX_VALUES = 100;
const MAX_RATING = 10;
const MAX_SECONDS = 2_592_000;
const MAX_TOOL_SECONDS = 60;

const types: readonly StepType[] = [
  'message',
  'question',
  'condition',
  'assign',
  'tag',
  'setAttribute',
  'delay',
  'tool',
  'agent',
  'handoff',
  'close',
];

const CONDITION_FIELD =
  /^(?:answer|event\.name|conversation\.(?:title|status|priority|type|tags)|(?:attributes|contact\.customData|event\.data)\.[^\0]{1,200}|contact\.[A-Za-z_]{1,64})$/;

/** A member that names a step, or is null for the end. Undefined, and wrong when it is needed, without one. */
const readNext = (fields: Fields, member: string, isNeeded = true): Next | undefined => {
  if (!fields.has(member)) {
    if (isNeeded) fields.wrong(member, 'is required: the id of a step, or null for the end of the run');
    return undefined;
  }
  const value = fields.given(member);
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  fields.wrong(member, 'must be the id of a step, or null for the end of the run');
  return undefined;
};

const readId = (fields: Fields, member: string, isNeeded: boolean): string | undefined => {
  const value = fields.text(member, { max: MAX_NAME, required: isNeeded });
  if (value === undefined || isId(value)) return value;
  fields.wrong(member, 'must be an id of 24 hex digits');
  return undefined;
};

const readOption = (value: unknown, index: number, input: Fields): Option | undefined => {
  if (!isObject(value)) {
    input.wrong(`options.${index}`, 'must be an object');
    return undefined;
  }
  const fields = input.inside(`options.${index}`, value);
  const id = fields.text('id', { max: MAX_NAME, required: true });
  const label = fields.text('label', { max: MAX_LABEL, required: true });
  const next = readNext(fields, 'next', false);
  if (id === undefined || label === undefined) return undefined;
  return { id, label, ...(next !== undefined && { next }) };
};

const readOptions = (fields: Fields): Option[] => {
  const options = fields
    .list('options', { min: 1, max: MAX_OPTIONS })
    .flatMap((value, index) => readOption(value, index, fields) ?? []);
  options.forEach(({ id }, index) => {
    if (options.findIndex((other) => other.id === id) < index)
      fields.wrong(`options.${index}.id`, 'is the id of another option too');
  });
  return options;
};

const readInput = (step: Fields): Input | undefined => {
  const value = step.given('input');
  if (!isObject(value)) {
    step.wrong('input', 'is required: an object with a kind');
    return undefined;
  }
  const fields = step.inside('input', value);
  const kind = fields.oneOf('kind', ['text', 'selection', 'rating', 'attachments'] as const);
  if (kind === undefined) return undefined;
  if (kind === 'selection') {
    const multiple = fields.flag('multiple');
    return { kind, options: readOptions(fields), ...(multiple !== undefined && { multiple }) };
  }
  if (kind !== 'rating') return { kind };
  const min = fields.integer('min', { min: 0, max: MAX_RATING });
  const max = fields.integer('max', { min: 0, max: MAX_RATING });
  if ((min ?? 1) > (max ?? 5)) fields.wrong('max', 'must not be below min');
  return { kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
};

const readCondition = (value: unknown, index: number, step: Fields): Condition | undefined => {
  if (!isObject(value)) {
    step.wrong(`if.${index}`, 'must be an object');
    return undefined;
  }
  const fields = step.inside(`if.${index}`, value);
  const field = fields.text('field', { max: 256, required: true });
  if (field !== undefined && !CONDITION_FIELD.test(field))
    fields.wrong('field', 'is no field that can be compared');
  const operator = fields.oneOf('operator', [...operators, ...Object.keys(operatorSigns)]);
  const wanted = fields.given('value');
  if (operator === 'exists' && wanted !== undefined && typeof wanted !== 'boolean')
    fields.wrong('value', 'must be true or false');
  if (operator !== 'exists' && operator !== undefined && wanted === undefined)
    fields.wrong('value', 'is required');
  if (field === undefined || operator === undefined) return undefined;
  return { field, operator, ...(wanted !== undefined && { value: wanted }) };
};

const readValue = (fields: Fields): AttributeValue | undefined => {
  const value = fields.given('value');
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  const isText = (one: unknown): one is string => typeof one === 'string' && [...one].length <= MAX_VALUE;
  if (isText(value)) return value;
  if (Array.isArray(value) && value.length <= MAX_VALUES && value.every(isText)) return value;
  fields.wrong(
    'value',
    `must be a text of at most ${MAX_VALUE} characters, a number, true or false, or a list of at most ${MAX_VALUES} texts`,
  );
  return undefined;
};

const readTags = (fields: Fields): string[] =>
  fields.list('tags', { min: 1, max: MAX_TAGS }).flatMap((tag, index) => {
    if (typeof tag === 'string' && tag !== '' && [...tag].length <= MAX_LABEL) return [tag];
    fields.wrong(`tags.${index}`, `must be a text of 1 to ${MAX_LABEL} characters`);
    return [];
  });

const readQuestion = (fields: Fields): object => {
  const input = readInput(fields);
  const options = input?.options ?? [];
  // Whichever option is chosen says where it goes on.
  const isDecided =
    options.length > 0 && input?.multiple !== true && options.every(({ next }) => next !== undefined);
  return {
    prompt: fields.text('prompt', { max: MAX_TEXT, required: true }),
    input,
    saveAs: fields.text('saveAs', { max: MAX_NAME }),
    next: readNext(fields, 'next', !isDecided),
  };
};

const readAssign = (fields: Fields): object => {
  const user = readId(fields, 'user', false);
  const team = readId(fields, 'team', false);
  const count = [fields.given('user'), fields.given('team')].filter((one) => one !== undefined).length;
  if (count !== 1) fields.wrong(count === 0 ? 'user' : 'team', 'one of user and team must be there');
  return { user, team };
};

const readTool = (fields: Fields): object => {
  const given = fields.given('arguments');
  if (given !== undefined && !isObject(given)) fields.wrong('arguments', 'must be an object');
  return {
    name: fields.text('name', { max: MAX_NAME, required: true }),
    arguments: given,
    timeoutSeconds: fields.integer('timeoutSeconds', { min: 1, max: MAX_TOOL_SECONDS }),
    saveAs: fields.text('saveAs', { max: MAX_NAME }),
    onTimeout: readNext(fields, 'onTimeout', false),
  };
};

const readers: Readonly<Record<StepType, (fields: Fields) => object>> = {
  message: (fields) => ({ content: fields.text('content', { max: MAX_TEXT, required: true }) }),
  question: readQuestion,
  condition: (fields) => ({
    if: fields
      .list('if', { min: 1, max: MAX_CONDITIONS })
      .flatMap((one, index) => readCondition(one, index, fields) ?? []),
    then: readNext(fields, 'then'),
    else: readNext(fields, 'else'),
  }),
  assign: readAssign,
  tag: (fields) => ({ tags: readTags(fields), remove: fields.flag('remove') }),
  setAttribute: (fields) => ({
    key: fields.text('key', { max: MAX_NAME, required: true }),
    value: readValue(fields),
    visible: fields.flag('visible'),
  }),
  delay: (fields) => ({ seconds: fields.integer('seconds', { min: 1, max: MAX_SECONDS, required: true }) }),
  tool: readTool,
  agent: (fields) => ({ agentId: readId(fields, 'agentId', true) }),
  handoff: (fields) => ({ team: readId(fields, 'team', false) }),
  close: () => ({}),
};

/** Types without a next step, or with differently named ones. */
const unfollowed: readonly StepType[] = ['condition', 'agent', 'handoff', 'close'];

const withoutAbsent = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Reads one step; problems are collected under `steps.<index>`. Members that its type does not have are left out. */
export const readStep = (value: unknown, index: number, problems: FieldProblem[]): Step | undefined => {
  const path = `steps.${index}`;
  if (!isObject(value)) {
    problems.push({ field: path, message: 'must be an object' });
    return undefined;
  }
  const before = problems.length;
  const fields = openFields(value, path, problems);
  const id = fields.text('id', { max: MAX_NAME, required: true, pattern: STEP_ID });
  const type = fields.oneOf('type', types);
  if (type === undefined) return undefined;
  const own = readers[type](fields);
  const isFollowed = !unfollowed.includes(type);
  if (!isFollowed && fields.given('next') !== undefined)
    fields.wrong('next', `does not follow a step of type ${type}`);
  const next = isFollowed && !('next' in own) ? { next: readNext(fields, 'next') } : {};
  if (problems.length > before) return undefined;
  return withoutAbsent({ id, type, ...own, ...next }) as Step;
};
