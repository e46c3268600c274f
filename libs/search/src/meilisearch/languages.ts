import { type IndexDefinition } from '../definition';
import { type SearchQuery } from '../search-index';

/**
 * Languages that the engine must be told of to split them into words as it should, with its names for them. A text of one of
 * them lies apart from the others, because the engine is told by attribute.
 */
export const toldLanguages = { zh: 'zho', ja: 'jpn', ko: 'kor', th: 'tha' } as const;

type Told = keyof typeof toldLanguages;

const OTHERS = 'text';

const toldOf = (language: unknown): Told | undefined => {
  const base = typeof language === 'string' ? language.toLowerCase().split(/[-_]/, 1)[0] : undefined;
  return base !== undefined && Object.hasOwn(toldLanguages, base) ? (base as Told) : undefined;
};

/** The attributes that hold texts. */
export const textRoots = ({ language }: Pick<IndexDefinition, 'language'>): string[] =>
  language === undefined
    ? [OTHERS]
    : [OTHERS, ...Object.keys(toldLanguages).map((told) => `${OTHERS}_${told}`)];

/** The attribute that holds the texts of a document in a language. */
export const textRootOf = (language: unknown): string => {
  const told = toldOf(language);
  return told === undefined ? OTHERS : `${OTHERS}_${told}`;
};

/** The engine's names of the languages that a query is in; none when it need not be told. */
export const localesOf = (
  { language }: Pick<IndexDefinition, 'language'>,
  { filter }: Pick<SearchQuery, 'filter'>,
): string[] => {
  const wanted = language === undefined ? undefined : filter?.[language];
  const told = new Set([wanted].flat().flatMap((one) => toldOf(one) ?? []));
  return [...told].map((one) => toldLanguages[one]);
};
