import { findAccepted, sharesScript } from '@parley/localised';
import { sameLanguage } from './view';

/** The project's own writing of a language, or undefined when it does not speak it. */
export const spoken = (languages: readonly string[], language: string): string | undefined =>
  languages.find((candidate) => sameLanguage(candidate, language));

/**
 * The language that suits a browser best: what `Accept-Language` wants, in its order, exactly or by language and script;
 * else the default.
 */
export const preferredLanguage = (
  wanted: readonly string[],
  languages: readonly string[],
  defaultLanguage: string,
): string => {
  for (const language of wanted) {
    if (language === '*') break;
    const found =
      findAccepted(languages, language) ?? languages.find((candidate) => sharesScript(candidate, language));
    if (found !== undefined) return found;
  }
  return spoken(languages, defaultLanguage) ?? languages[0] ?? defaultLanguage;
};

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Whether a text is the code of a language that has a name: `fr` and `pt_BR`, and not `faq`. */
export const isLanguage = (code: string): boolean => {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/.test(code)) return false;
  try {
    return names.of(code.replaceAll('_', '-').split('-')[0] ?? '') !== undefined;
  } catch {
    return false;
  }
};
