import { type FederatedMultiSearchParams, type Hit, type Meilisearch, type SearchParams } from 'meilisearch';
import { type IndexDefinition } from '../definition';
import { maxLimit } from '../limits';
import { type SearchQuery, type SearchResult } from '../search-index';
import { highlightFields } from '../text/highlight';
import { createMatcher, type Matcher } from '../text/matcher';
import { wordsOf } from '../text/words';
import { filterOf } from './filter';

/** A document as the engine keeps it. */
export interface EngineDocument {
  key: string;
  id: string;
  project: string;
  text: Record<string, string>;
}

/** Hits asked for beyond the limit, because some are dropped. */
const spare = 50;
/** How much more a hit with all words counts than one with some. */
const allWordsWeight = 2;

/** Whether the words of a document answer as many of the query's words as the query demands. */
const isAnswer = (
  text: Record<string, string>,
  words: readonly string[],
  match: SearchQuery['match'],
  matcher: Matcher,
): boolean => {
  const found = new Set<number>();
  for (const field of Object.values(text)) {
    for (const { folded } of wordsOf(field)) {
      const answer = matcher(folded);
      if (answer) found.add(answer.word);
    }
  }
  return match === 'all' ? found.size === words.length : found.size > 0;
};

/** Typos the engine counted in a hit; two may be a wrong first letter, or too many. */
const typosOf = (hit: Hit<EngineDocument>): number => hit._rankingScoreDetails?.typo?.typoCount ?? 0;

/** Asks the engine; `words` are the folded words of the query, at least one. */
export const findHits = async (
  client: Meilisearch,
  definition: IndexDefinition,
  words: readonly string[],
  query: SearchQuery,
): Promise<SearchResult> => {
  const limit = Math.min(maxLimit, query.limit + spare);
  const common: SearchParams = {
    filter: filterOf(query),
    attributesToRetrieve: ['id', 'text'],
    matchingStrategy: 'all',
    showRankingScore: true,
    showRankingScoreDetails: true,
  };
  const { name: indexUid } = definition;
  const q = words.join(' ');
  // The engine's own looser strategies only drop words from one end, so "any word" is asked word by word.
  const federated = query.match === 'any' && words.length > 1;
  const { hits, estimatedTotalHits = 0 } = federated
    ? await client.multiSearch<FederatedMultiSearchParams, EngineDocument>({
        federation: { limit },
        queries: [
          { ...common, indexUid, q, federationOptions: { weight: allWordsWeight } },
          // A space after a word keeps it from matching as a prefix; only the last one does.
          ...words.map((word, index) => ({
            ...common,
            indexUid,
            q: index === words.length - 1 ? word : `${word} `,
          })),
        ],
      })
    : await client.index<EngineDocument>(indexUid).search(q, { ...common, limit });

  const matcher = createMatcher(words);
  const right = hits.filter((hit) => typosOf(hit) < 2 || isAnswer(hit.text, words, query.match, matcher));
  return {
    hits: right.slice(0, query.limit).map(({ id, text, _rankingScore = 0, _federation }) => ({
      id,
      score: _federation ? _federation.weightedRankingScore / allWordsWeight : _rankingScore,
      highlight: highlightFields(definition.searchable, text, matcher),
    })),
    estimatedTotal: hits.length < limit ? right.length : estimatedTotalHits,
  };
};
