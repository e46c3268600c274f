import { type Store } from '../db';
import { keyOf } from '../localised/languages';
import { type Localised } from '@parley/localised';
import { catalogue, type TextKey, textKeys } from './catalogue';
import { findTexts } from './static-text.store';

const textIn = (values: Localised<string>, language: string): string | undefined => {
  const key = keyOf(values, language);
  return key === undefined ? undefined : values[key];
};

/** A language and those that it also takes: `de-AT`, then `de`. */
const withBases = (language: string): string[] => {
  const parts = language.split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

/**
 * Which text holds in a language: the project's in it or its base language, the built-in one, the project's in its default
 * language, the built-in English one.
 */
export const wordingOf = (
  key: TextKey,
  own: Localised<string>,
  language: string,
  defaultLanguage: string,
): string => {
  const builtIn: Localised<string> = catalogue[key];
  const wanted = withBases(language);
  const found = [
    ...wanted.map((one) => textIn(own, one)),
    ...wanted.map((one) => textIn(builtIn, one)),
    textIn(own, defaultLanguage),
  ].find((text) => text !== undefined);
  return found ?? catalogue[key].en;
};

/** All texts of a project in a language. */
export const wordings = async (
  store: Store,
  projectId: string,
  language: string,
  defaultLanguage: string,
): Promise<Record<TextKey, string>> => {
  const own = new Map((await findTexts(store, projectId)).map(({ key, text }) => [key, text]));
  return Object.fromEntries(
    textKeys.map((key) => [key, wordingOf(key, own.get(key) ?? {}, language, defaultLanguage)]),
  ) as Record<TextKey, string>;
};
