import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { readLocalised, textReader } from '@parley/localised';
import { newId } from '@parley/persistence';
import type { JsonObject } from '../core';

/** Longest title or label, in characters. */
export const MAX_TITLE = 256;
/** Longest address, in characters. */
const MAX_URL = 2_048;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A text, or one by language: `{ title }` of an object that has it, else nothing. */
export const readAnyText = (
  path: string,
  object: JsonObject,
  name: string,
  problems: FieldProblem[],
  max = MAX_TITLE,
): JsonObject => {
  const { [name]: sent } = object;
  if (sent === undefined || sent === null) return {};
  const field = path === '' ? name : `${path}.${name}`;
  const read = textReader(max);
  if (!isObject(sent)) return { [name]: read(sent, field, problems) };
  const { localized, ...others } = sent;
  if (!isObject(localized) || Object.keys(others).length > 0) {
    problems.push({ field, message: 'must be a text or { localized: { en: … } }' });
    return {};
  }
  const change = readLocalised(field, localized, '', read, problems);
  return {
    [name]: { localized: Object.fromEntries(Object.entries(change).filter(([, text]) => text !== null)) },
  };
};

/** A list of objects with an id each; one without it gets one, and null values of an object are left out. */
export const readIdentified = (
  field: string,
  sent: unknown,
  { max, what }: { max: number; what: string },
  problems: FieldProblem[],
): JsonObject[] => {
  if (!Array.isArray(sent) || sent.length > max) {
    problems.push({ field, message: `must be a list of at most ${max} ${what}` });
    return [];
  }
  const seen = new Set<unknown>();
  return sent.map((one: unknown, index): JsonObject => {
    const path = `${field}.${index}`;
    if (!isObject(one)) {
      problems.push({ field: path, message: 'must be an object' });
      return {};
    }
    const read: JsonObject = {
      id: newId(),
      ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)),
    };
    const { id } = read;
    if (!(typeof id === 'string' && ID.test(id)))
      problems.push({ field: `${path}.id`, message: 'must have 1 to 64 letters, digits, "_" and "-"' });
    if (seen.has(id)) problems.push({ field: `${path}.id`, message: `is the id of another of the ${what}` });
    seen.add(id);
    return read;
  });
};

/** An http or https address. */
export const checkAddress = (field: string, value: unknown, problems: FieldProblem[]): void => {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string' || value.length > MAX_URL || !/^https?:\/\/\S+$/i.test(value))
    problems.push({ field, message: `must be an http or https address of at most ${MAX_URL} characters` });
};

/** True or false. */
export const checkFlag = (field: string, value: unknown, problems: FieldProblem[]): void => {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    problems.push({ field, message: 'must be true or false' });
};
