import { isDeepStrictEqual } from 'node:util';
import type { Localised } from '@parley/localised';

/** When the texts of each language were last changed, in ISO 8601. */
export type LanguageChanges = Readonly<Record<string, string>>;

/** Localised fields of a thing, by name. */
type Fields = Readonly<Record<string, Localised<unknown>>>;

const listLanguages = (fields: Fields): Set<string> => new Set(Object.values(fields).flatMap(Object.keys));

/** Later than every change before, so that their order is known in spite of clock skew. */
const laterThan = (changes: LanguageChanges, at: Date): string => {
  const last = Math.max(-1, ...Object.values(changes).map((time) => Date.parse(time)));
  return new Date(Math.max(at.getTime(), last + 1)).toISOString();
};

/** The times after a change at `at`: new for each language of which a text differs, none for one that has no text more. */
export const languageChangesAfter = (
  changes: LanguageChanges,
  before: Fields,
  after: Fields,
  at: Date,
): LanguageChanges => {
  const names = Object.keys(after);
  const differs = (language: string): boolean =>
    names.some((name) => !isDeepStrictEqual(before[name]?.[language], after[name]?.[language]));
  const changed = [...listLanguages(after)].filter(differs);
  const time = laterThan(changes, at);
  const kept = Object.entries(changes).filter(([language]) => listLanguages(after).has(language));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed.map((language) => [language, time])) };
};
