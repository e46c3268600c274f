import type { IndexDefinition } from '../definition';
import type { SearchQuery } from '../search-index';

/**
 * Languages that the engine must know to split their texts into words, with its names for them. Their texts are in attributes of
 * their own, because the engine is configured by attribute.
 */
export const toldLanguages = { zh: 'zho', ja: 'jpn', ko: 'kor', th: 'tha' } as const;

type Told = keyof typeof toldLanguages;

const OTHERS = 'text';

const findEngineLanguage = (language: unknown): Told | undefined => {
  const base = typeof language === 'string' ? language.toLowerCase().split(/[-_]/, 1)[0] : undefined;
  return base !== undefined && Object.hasOwn(toldLanguages, base) ? (base as Told) : undefined;
};

/** The attributes that hold texts. */
export const textRoots = ({ language }: Pick<IndexDefinition, 'language'>): string[] =>
  language === undefined
    ? [OTHERS]
    : [OTHERS, ...Object.keys(toldLanguages).map((told) => `${OTHERS}_${told}`)];

/** The attribute that holds the texts of a document in a language. */
export const chooseTextRoot = (language: unknown): string => {
  const told = findEngineLanguage(language);
  return told === undefined ? OTHERS : `${OTHERS}_${told}`;
};

/** The engine's names of the languages of a query; none when the engine need not know them. */
export const listLocales = (
  { language }: Pick<IndexDefinition, 'language'>,
  { filter }: Pick<SearchQuery, 'filter'>,
): string[] => {
  const wanted = language === undefined ? undefined : filter?.[language];
  const told = new Set([wanted].flat().flatMap((one) => findEngineLanguage(one) ?? []));
  return [...told].map((one) => toldLanguages[one]);
};
