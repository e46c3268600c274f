import type en from './en.json';

/** The name of a text. */
export type TextKey = keyof typeof en;

/** All texts of a language. */
export type Texts = Record<TextKey, string>;

/** The languages of the inbox; each is a file that is loaded when it is needed. */
export const languages: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  en: () => import('./en.json'),
  de: () => import('./de.json'),
};
