import { language } from '../core';

/** Languages that the texts of widget and help center are built in for. */
const builtIn = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'ja', 'zh', 'zh-TW'];

/** The name of a language, in the language of the page. */
export const describeLanguage = (code: string): string => {
  try {
    return new Intl.DisplayNames([language.value], { type: 'language' }).of(code) ?? code;
  } catch {
    // A code of their own.
    return code;
  }
};

/** Languages to choose from: those that are built in, and those that the project has. */
export const languageChoices = (chosen: readonly string[]): (readonly [string, string])[] =>
  [...new Set([...builtIn, ...chosen])].map((code) => [code, describeLanguage(code)] as const);
