import type { Hit, Meilisearch, MultiSearchParams, SearchParams } from 'meilisearch';
import type { IndexDefinition } from '../definition';
import { maxLimit } from '../limits';
import type { OnePass } from '../passes';
import type { SearchResult } from '../search-index';
import { isAnswerTo } from '../text/matcher';
import { cutSnippets } from '../text/snippets.work';
import { eachWord, isUnspaced } from '../text/words';
import { buildFilter } from './filter';
import { listLocales, textRoots } from './languages';

/** The attribute that holds texts as they are shown, where spaces were put into those that are searched. */
export const AS_WRITTEN = 'written';

/** A document as the engine keeps it, its texts under `text` or under that of its language. */
export interface EngineDocument {
  key: string;
  id: string;
  project: string;
  [root: string]: unknown;
}

type Texts = Record<string, string>;

/** Hits asked for beyond the limit, because some are dropped. */
const spare = 50;

const readTexts = (definition: IndexDefinition, hit: EngineDocument): Texts =>
  Object.assign({}, ...textRoots(definition).map((root) => hit[root]), hit[AS_WRITTEN]) as Texts;

/** A folded word of a query. */
interface AskedWord {
  word: string;
  isPrefix: boolean;
}

/** How many of some words are answered by a word of the texts. */
const countAnswered = (texts: Texts, asked: readonly AskedWord[]): number => {
  const open = new Set(asked);
  for (const text of Object.values(texts))
    eachWord(text, (_start, _end, folded) => {
      for (const one of open) if (isAnswerTo(one, folded)) open.delete(one);
    });
  return asked.length - open.size;
};

/** Typos the engine counted in a hit. */
const countTypos = (hit: Hit<EngineDocument>): number => hit._rankingScoreDetails?.typo?.typoCount ?? 0;

/**
 * Whether a hit answers so many of the words by our rules. The engine also forgives a typo in the beginning of a longer word,
 * and joins and splits words.
 */
const isRight = (
  definition: IndexDefinition,
  hit: Hit<EngineDocument>,
  { asked, atLeast }: { asked: readonly AskedWord[]; atLeast: number },
): boolean => countTypos(hit) === 0 || countAnswered(readTexts(definition, hit), asked) >= atLeast;

/** One document that some words found. */
interface Found {
  hit: Hit<EngineDocument>;
  /** Sum of the weights of the words that found it. */
  weight: number;
  /** Best score of the engine. */
  score: number;
}

/** How much a word counts that so many of `total` documents have: the rarer, the more (as in BM25). */
const rarity = (total: number, documents: number): number =>
  Math.log(1 + (total - documents + 0.5) / (documents + 0.5));

/**
 * Documents with any of the words, those with more and rarer words first. The engine's own looser strategies only drop
 * words from one end, so it is asked word by word.
 */
const findAny = async (
  client: Meilisearch,
  definition: IndexDefinition,
  words: readonly AskedWord[],
  common: SearchParams,
  limit: number,
): Promise<{ hits: Found[]; estimatedTotal: number }> => {
  const { results } = await client.multiSearch<MultiSearchParams, EngineDocument>({
    // A space after a word keeps it from matching as a prefix.
    queries: words.map(({ word, isPrefix }) => ({
      ...common,
      indexUid: definition.name,
      q: isPrefix ? word : `${word} `,
      limit,
    })),
  });
  const counts = results.map(({ hits, estimatedTotalHits = hits.length }) => estimatedTotalHits);
  const ids = new Set(results.flatMap(({ hits }) => hits.map(({ id }) => id)));
  const total = Math.max(ids.size, ...counts);
  const weights = counts.map((count) => rarity(total, Math.min(count, total)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const found = new Map<string, Found>();
  results.forEach(({ hits }, at) => {
    for (const hit of hits) {
      const known = found.get(hit.id) ?? { hit, weight: 0, score: 0 };
      known.weight += (weights[at] ?? 0) / all;
      known.score = Math.max(known.score, hit._rankingScore ?? 0);
      found.set(hit.id, known);
    }
  });
  const hits = [...found.values()].filter(({ hit }) =>
    isRight(definition, hit, { asked: words, atLeast: 1 }),
  );
  return { hits, estimatedTotal: total <= ids.size ? hits.length : total };
};

/** How much the words that found a document count beside how well the engine says they fit. */
const WORDS_SHARE = 0.7;

/** Asks the engine; `words` are the folded words of the query, at least one. */
export const findHits = async (
  client: Meilisearch,
  definition: IndexDefinition,
  words: readonly string[],
  query: OnePass,
): Promise<SearchResult> => {
  const limit = Math.min(maxLimit, query.limit + spare);
  const locales = listLocales(definition, query);
  const common: SearchParams = {
    filter: buildFilter(query),
    attributesToRetrieve: ['id', ...textRoots(definition), AS_WRITTEN],
    matchingStrategy: 'all',
    showRankingScore: true,
    showRankingScoreDetails: true,
    ...(locales.length > 0 && { locales }),
  };
  const answer = async (
    rated: { hit: Hit<EngineDocument>; score: number }[],
    estimatedTotal: number,
  ): Promise<SearchResult> => {
    const shown = rated.slice(0, query.limit);
    const texts = shown.map(({ hit }) => readTexts(definition, hit));
    const snippets = await cutSnippets(definition.searchable, texts, words, query.snippetCharacters);
    return {
      hits: shown.map(({ hit, score }, at) => ({ id: hit.id, score, highlight: snippets[at] ?? {} })),
      estimatedTotal,
    };
  };
  if (query.match === 'any' && words.length > 1) {
    // Only the last word may be a prefix, and words of scripts without spaces, which the engine may have cut elsewhere.
    const asked = words.map((word, at) => ({
      word,
      isPrefix: at === words.length - 1 || isUnspaced(word),
    }));
    const { hits, estimatedTotal } = await findAny(client, definition, asked, common, limit);
    const rated = hits
      .map(({ hit, weight, score }) => ({ hit, score: WORDS_SHARE * weight + (1 - WORDS_SHARE) * score }))
      .sort((one, other) => other.score - one.score);
    return answer(rated, estimatedTotal);
  }
  const asked = words.map((word, at) => ({ word, isPrefix: at === words.length - 1 }));
  const { hits, estimatedTotalHits = 0 } = await client
    .index<EngineDocument>(definition.name)
    .search(words.join(' '), { ...common, limit });
  const right = hits
    .filter((hit) => isRight(definition, hit, { asked, atLeast: asked.length }))
    .map((hit) => ({ hit, score: hit._rankingScore ?? 0 }));
  return answer(right, hits.length < limit ? right.length : estimatedTotalHits);
};
