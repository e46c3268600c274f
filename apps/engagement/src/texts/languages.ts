import { findAccepted, languageKey, type Localised } from '@parley/localised';
import { isEmptyRichText, type RichText } from '@parley/rich-text';

/** Languages to read in, the best first: the one asked for, the contact's, the project's. */
export type ReadingLanguages = readonly string[];

/** The languages of a reader; unknown ones are left out. */
export const readingLanguages = (
  asked: string | undefined,
  contact: string | undefined,
  project: string,
): ReadingLanguages =>
  [asked, contact, project].filter((code): code is string => code !== undefined && code.trim() !== '');

const chooseAnew = (codes: readonly string[], languages: ReadingLanguages): string | undefined => {
  for (const language of languages) {
    const code = findAccepted(codes, language);
    if (code !== undefined) return code;
  }
  return [...codes].sort((one, other) => (languageKey(one) < languageKey(other) ? -1 : 1))[0];
};

/** The choice for a reader, by the available languages: the items of one answer mostly have the same. */
const chosen = new WeakMap<ReadingLanguages, Map<string, string | undefined>>();

const choose = (codes: readonly string[], languages: ReadingLanguages): string | undefined => {
  const known = chosen.get(languages) ?? new Map<string, string | undefined>();
  chosen.set(languages, known);
  const key = codes.join('\n');
  if (!known.has(key)) known.set(key, chooseAnew(codes, languages));
  return known.get(key);
};

const pick = <T>(
  values: Localised<T> | undefined,
  languages: ReadingLanguages,
  isThere: (value: T) => boolean,
): T | undefined => {
  if (!values) return undefined;
  const codes = Object.keys(values).filter((code) => isThere(values[code] as T));
  const code = choose(codes, languages);
  return code === undefined ? undefined : values[code];
};

/** A text in the best language there is; undefined when there is none. */
export const pickText = (
  values: Localised<string> | undefined,
  languages: ReadingLanguages,
): string | undefined => pick(values, languages, (text) => /\S/.test(text));

/** A document in the best language there is; undefined when there is none. */
export const pickDocument = (
  values: Localised<RichText> | undefined,
  languages: ReadingLanguages,
): RichText | undefined => pick(values, languages, (document) => !isEmptyRichText(document));
