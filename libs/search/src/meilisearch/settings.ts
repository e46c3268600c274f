import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'meilisearch';
import type { IndexDefinition } from '../definition';
import { maxLimit, minTypoLetters } from '../limits';
import { chooseTextRoot, textRoots, toldLanguages } from './languages';

/** Documents keep their texts and attributes apart, so that names cannot clash with the keys. */
export const filterField = (field: string): string => `filter.${field}`;

/** Signs that end a word for us and not for the engine by itself: it would not find the word in `<b>word</b>`. In its own order. */
const separators = [...'$<=>^|~£¥©®°€™←→'];

/** The engine's settings for an index, complete for the keys it names. */
export const buildSettings = (definition: IndexDefinition): Settings => ({
  searchableAttributes: definition.searchable.flatMap((field) =>
    textRoots(definition).map((root) => `${root}.${field}`),
  ),
  ...(definition.language !== undefined && {
    localizedAttributes: Object.entries(toldLanguages).map(([told, locale]) => ({
      attributePatterns: [`${chooseTextRoot(told)}.*`],
      locales: [locale],
    })),
  }),
  filterableAttributes: ['project', ...definition.filterable.map(filterField)].sort(),
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'exactness'],
  typoTolerance: {
    enabled: true,
    // The engine counts a wrong first letter as two typos. Hits with typos that we do not forgive are dropped when they
    // are read.
    minWordSizeForTypos: { oneTypo: minTypoLetters, twoTypos: minTypoLetters },
    disableOnNumbers: true,
    disableOnWords: [],
    disableOnAttributes: [],
  },
  prefixSearch: 'indexingTime',
  facetSearch: false,
  separatorTokens: separators,
  stopWords: [],
  synonyms: {},
  pagination: { maxTotalHits: maxLimit },
});

/** The part of the wanted settings that the engine has otherwise; undefined when there is none. */
export const settingsToRepair = (wanted: Settings, actual: Settings): Partial<Settings> | undefined => {
  const present = { ...actual, filterableAttributes: [...(actual.filterableAttributes ?? [])].sort() };
  const differing = Object.entries(wanted).filter(
    ([key, value]) => !isDeepStrictEqual(value, present[key as keyof Settings]),
  );
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
};
