import { sameLanguage } from './view';

/** The project's own writing of a language, or undefined when it does not speak it. */
export const spoken = (languages: readonly string[], language: string): string | undefined =>
  languages.find((candidate) => sameLanguage(candidate, language));

/**
 * The language that suits a browser best: what `Accept-Language` wants, in its order, exactly or by the base of the language;
 * else the default.
 */
export const preferredLanguage = (
  wanted: readonly string[],
  languages: readonly string[],
  defaultLanguage: string,
): string => {
  for (const language of wanted) {
    if (language === '*') break;
    const [base = language] = language.split('-');
    const found =
      spoken(languages, language) ??
      spoken(languages, base) ??
      languages.find((candidate) => sameLanguage(candidate.split(/[-_]/)[0] ?? '', base));
    if (found !== undefined) return found;
  }
  return spoken(languages, defaultLanguage) ?? languages[0] ?? defaultLanguage;
};
