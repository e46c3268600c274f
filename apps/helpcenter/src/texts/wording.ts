import type { Store } from '../db';
import { findLanguage } from '../localised';
import { acceptedLanguages, type Localised } from '@parley/localised';
import { catalogue, type TextKey, textKeys } from './catalogue';
import { findTexts } from './static-text.store';

const textIn = (values: Localised<string>, language: string): string | undefined => {
  const key = findLanguage(values, language);
  return key === undefined ? undefined : values[key];
};

/** The text that holds in a language itself or one that its readers take: the project's, else the built-in one. */
const wordingIn = (key: TextKey, own: Localised<string>, language: string): string | undefined => {
  const accepted = acceptedLanguages(language);
  return [own, catalogue[key]]
    .flatMap((texts) => accepted.map((one) => textIn(texts, one)))
    .find((text) => text !== undefined);
};

/** Texts in the language that most of them are in. */
export interface Wordings {
  language: string;
  texts: Record<TextKey, string>;
}

/**
 * All texts of a project in a language. Missing ones are in the project's default language, else in English; without any text in
 * the language all are in one of these, and labelled so.
 */
export const wordings = async (
  store: Store,
  projectId: string,
  language: string,
  defaultLanguage: string,
): Promise<Wordings> => {
  const own = new Map((await findTexts(store, projectId)).map(({ key, text }) => [key, text]));
  const order = [language, defaultLanguage, 'en'];
  const inOrder = textKeys.map((key) => order.map((one) => wordingIn(key, own.get(key) ?? {}, one)));
  const spoken = order.find((_, place) => inOrder.some((texts) => texts[place] !== undefined));
  const texts = textKeys.map((key, at) => [key, inOrder[at]?.find((text) => text !== undefined)]);
  return { language: spoken ?? language, texts: Object.fromEntries(texts) as Record<TextKey, string> };
};
