import type { Localised } from '@parley/localised';

/** A code as it is compared: without case, `_` equal to `-`. */
export const comparableLanguage = (language: string): string => language.toLowerCase().replaceAll('_', '-');

/** Whether two codes name the same language. */
export const isSameLanguage = (one: string, other: string): boolean =>
  comparableLanguage(one) === comparableLanguage(other);

/** The code under which some values have a language; undefined when they have it under none. */
export const findLanguage = (values: Localised<unknown>, language: string): string | undefined =>
  language in values ? language : Object.keys(values).find((key) => isSameLanguage(key, language));

/** A code as it is stored when no value has it yet: `de-AT`. */
export const storedLanguage = (language: string): string => {
  const [primary = '', ...others] = language.split(/[-_]/);
  return [primary.toLowerCase(), ...others].join('-');
};
