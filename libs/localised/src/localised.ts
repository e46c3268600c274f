import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';

/** A value by language. */
export type Localised<T> = Readonly<Record<string, T>>;

/** A request's change of a localised field: null clears a language. */
export type LocalisedChange<T> = Readonly<Record<string, T | null>>;

/** Most languages of a field. */
export const MAX_LANGUAGES = 50;

const LANGUAGE = /^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/** Reads one language's value; undefined after it has reported a problem. */
export type ValueReader<T> = (value: unknown, field: string, problems: FieldProblem[]) => T | undefined;

/** Whether a value stands for itself and is no object by language: anything else than an object, or a rich-text node. */
export const isBare = (value: unknown): boolean => !isObject(value) || typeof value['type'] === 'string';

/** Whether the default language has to be known to read any of the values that were sent. */
export const namesNoLanguage = (...values: readonly unknown[]): boolean =>
  values.some((value) => value !== undefined && value !== null && isBare(value));

/** Reads a request's change of a localised field. A bare value is for `defaultLanguage`. */
export const readLocalised = <T>(
  field: string,
  sent: unknown,
  defaultLanguage: string,
  read: ValueReader<T>,
  problems: FieldProblem[],
): LocalisedChange<T> => {
  const byLanguage = isBare(sent) ? { [defaultLanguage]: sent } : (sent as Record<string, unknown>);
  const change: Record<string, T | null> = {};
  for (const [language, value] of Object.entries(byLanguage)) {
    const path = isBare(sent) ? field : `${field}.${language}`;
    if (!LANGUAGE.test(language)) {
      problems.push({ field: path, message: 'must be named by a language code such as en or pt-BR' });
    } else if (value === null) {
      change[language] = null;
    } else {
      const result = read(value, path, problems);
      if (result !== undefined) change[language] = result;
    }
  }
  return change;
};

/** The value after a change. */
export const mergeLocalised = <T>(before: Localised<T>, change: LocalisedChange<T>): Localised<T> =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter((entry): entry is [string, T] => entry[1] !== null),
  );

/**
 * A localised field after a change; a field in `nulls` starts empty.
 *
 * @throws DomainError `invalid` over 50 languages.
 */
export const changeLocalised = <T>(
  field: string,
  before: Localised<T>,
  change: LocalisedChange<T> | undefined,
  nulls: readonly string[],
): Localised<T> => {
  const merged = mergeLocalised(nulls.includes(field) ? {} : before, change ?? {});
  if (Object.keys(merged).length > MAX_LANGUAGES)
    throw invalid({ field, message: `takes at most ${MAX_LANGUAGES} languages` });
  return merged;
};

/** The values, each turned into another. */
export const mapLocalised = <T, U>(values: Localised<T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([language, value]) => [language, map(value)]));

/** A text of at most `max` characters. */
export const textReader =
  (max: number): ValueReader<string> =>
  (value, field, problems) => {
    if (typeof value === 'string' && value.length <= max) return value;
    problems.push({ field, message: `must be a text of at most ${max} characters` });
    return undefined;
  };
