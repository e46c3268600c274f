import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import {
  type Check,
  color,
  flag,
  localised,
  mergeSettings,
  oneOf,
  rule,
  type Settings,
  type SettingsCheckContext,
} from './settings-checks';

const MAX_OFFSET = 500;
const MAX_FIELDS = 10;
const MAX_TEAM = 5;
const ID = /^[0-9a-f]{24}$/;
/** A field of a contact, or a key of its custom data. */
const FIELD_NAME = /^[A-Za-z]\w{0,63}$/;

const isOffset = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_OFFSET;

/** Pixels from the edges of the window. */
const offset: Check = (value, field) => {
  const { x, y, ...others } = isObject(value) ? value : { other: value };
  const isGood =
    Object.keys(others).length === 0 && [x, y].every((one) => one === undefined || isOffset(one));
  return isGood
    ? { value }
    : { problems: [{ field, message: `must be { x, y }, whole numbers from 0 to ${MAX_OFFSET}` }] };
};

/** Members of the project that visitors see. */
const team = rule(
  (value) =>
    Array.isArray(value) &&
    value.length <= MAX_TEAM &&
    value.every((id) => typeof id === 'string' && ID.test(id)),
  `a list of at most ${MAX_TEAM} ids of users`,
);

/** The fields that are asked for before a conversation. */
const form: Check = (value, field, context) => {
  if (!Array.isArray(value) || value.length > MAX_FIELDS)
    return { problems: [{ field, message: `must be a list of at most ${MAX_FIELDS} fields` }] };
  const problems: FieldProblem[] = [];
  const fields = value.map((given: unknown, index) => {
    const named = `${field}.${index}`;
    const { name, label, required = false, ...others } = isObject(given) ? given : {};
    if (typeof name !== 'string' || !FIELD_NAME.test(name) || Object.keys(others).length > 0)
      problems.push({ field: named, message: 'must be { name, label, required }' });
    if (typeof required !== 'boolean')
      problems.push({ field: `${named}.required`, message: 'must be true or false' });
    const checked = label === undefined ? undefined : localised(80)(label, `${named}.label`, context);
    if (checked && 'problems' in checked) problems.push(...checked.problems);
    return { name, required, ...(checked && 'value' in checked && { label: checked.value }) };
  });
  const names = new Set(fields.map(({ name }) => name));
  if (names.size < fields.length) problems.push({ field, message: 'must name each field once' });
  return problems.length > 0 ? { problems } : { value: fields };
};

/** The settings of the widget; all of them are public. */
const checks = new Map<string, Check>([
  ['side', oneOf('left', 'right')],
  ['offset', offset],
  ['launcher', flag],
  ['launcherText', localised(40)],
  ['theme', oneOf('light', 'dark', 'system')],
  ['color', color],
  ['greeting', localised(300)],
  ['team', team],
  ['replyTime', oneOf('minutes', 'hours', 'day')],
  ['form', form],
  ['linkPreviews', flag],
]);

/** Settings of the widget after a change, as {@link mergeSettings}; others than these are refused. */
export const mergeWidget = (
  stored: Settings | null,
  sent: Settings,
  context: SettingsCheckContext,
): Settings => mergeSettings({ name: 'widget', checks, isOpen: false }, stored, sent, context);
