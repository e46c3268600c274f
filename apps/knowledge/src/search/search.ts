import { computeSignature } from '@parley/ai';
import { baseLanguage, contentQuery, guessLanguage } from '@parley/answers';
import { matches } from '@parley/audience';
import { type AttributeFilter, splitWords } from '@parley/search';
import type { Deps } from '../deps';
import {
  type CandidateRow,
  EVERYBODY,
  findAudiences,
  getCandidates,
  getTranslated,
  nearestPassages,
  type Reach,
} from './passages.store';
import type { Found, SearchOptions } from './question';
import { extractCodes, isIn, type Judgement, rank, type Ranked, type ReadQuery } from './rank';

/** Passages that are compared exactly, of those found by words and of those near by vector. */
const BY_WORDS = 60;
const BY_VECTOR = 60;
const MAX_WORDS = 10;
/** Characters of the longest word that is looked for. */
const MAX_WORD = 100;
const SCORE_DIGITS = 1e6;

/** How words and vectors combine: lexical vectors only repeat the words. */
const JUDGEMENTS: Readonly<Record<'lexical' | 'endpoint', Judgement>> = {
  lexical: { cosineShare: 0.35, near: 0.3 },
  endpoint: { cosineShare: 0.6, near: 0.35 },
};

/** A found document, with the passage that was best. */
export interface Hit extends Found {
  ranked: Ranked;
}

type Needed = Pick<Deps, 'db' | 'ai' | 'space' | 'search'>;

const buildReach = async (
  { db }: Pick<Deps, 'db'>,
  { projectId, view, types, scope = {} }: SearchOptions,
): Promise<Reach> => {
  const { session } = view;
  const audiences =
    session === 'all'
      ? undefined
      : (await findAudiences(db, projectId))
          .filter(({ audience }) => matches(session, audience))
          .map(({ key }) => key);
  return {
    projectId,
    internal: view.internal,
    articles: view.articles,
    audiences: audiences && [EVERYBODY, ...audiences],
    types,
    tags: scope.tags,
    collections: scope.collections,
    websites: scope.websites,
  };
};

/** The reach as the index knows it; the database has the last word. */
const buildFilter = (reach: Reach): Record<string, AttributeFilter> => ({
  hidden: false,
  ...(!reach.internal && { internal: false }),
  ...(reach.audiences && { audience: reach.audiences }),
  ...(reach.types && { type: reach.types }),
  ...(reach.tags && { tags: reach.tags }),
  ...(reach.collections && { collection: reach.collections }),
  ...(reach.websites && { website: reach.websites }),
});

const longestFirst = (words: readonly string[]): string[] =>
  [...new Set(words)].sort((a, b) => b.length - a.length);

/** The words that are looked for: of a long query those of its codes, then the others, the longest first, which are the rarest. */
const wordQuery = ({ text, language, codes }: ReadQuery): string => {
  const content = contentQuery(text, language);
  const all = splitWords(text).map(({ folded }) => folded);
  const parts = codes.flatMap((code) => splitWords(code).map(({ folded }) => folded));
  const wordy = content === '' ? [] : content.split(' ');
  const wanted = [...longestFirst(parts), ...(all.length > MAX_WORDS ? longestFirst(all) : wordy)];
  const chosen = [...new Set(wanted)].filter(({ length }) => length <= MAX_WORD).slice(0, MAX_WORDS);
  // The last word matches as a prefix: best one that is long.
  return chosen.sort((a, b) => a.length - b.length).join(' ');
};

const findByWords = async (
  { search }: Pick<Deps, 'search'>,
  reach: Reach,
  query: ReadQuery,
): Promise<string[]> => {
  const words = wordQuery(query);
  if (words === '') return [];
  const { hits } = await search.search({
    projectId: reach.projectId,
    query: words,
    match: 'any',
    limit: BY_WORDS,
    filter: buildFilter(reach),
    snippetCharacters: 0,
  });
  return hits.map(({ id }) => id);
};

const withStart = (url: string, start: number): string => {
  const bare = url.split('#', 1)[0] ?? url;
  return `${bare}#t=${start}`;
};

const presentHit = (ranked: Ranked): Hit => {
  const { row, score } = ranked;
  const url = row.url === null ? undefined : row.start === null ? row.url : withStart(row.url, row.start);
  return {
    sourceId: row.sourceId,
    sourceType: row.sourceType,
    title: row.title,
    content: row.content,
    score: Math.round(score * SCORE_DIGITS) / SCORE_DIGITS,
    ...(url !== undefined && { url }),
    ...(row.lang !== null && { lang: row.lang }),
    ranked,
  };
};

const sourceKey = ({ sourceType, sourceId }: CandidateRow): string => `${sourceType} ${sourceId}`;

/** One passage for each source, the best; one in the asked language where its document has that. */
const chooseBest = async (
  { db }: Pick<Deps, 'db'>,
  reach: Reach,
  query: ReadQuery,
  {
    space,
    judgement,
    ranked,
    limit,
    lang,
  }: {
    space: string;
    judgement: Judgement;
    ranked: readonly Ranked[];
    limit: number;
    lang: string | undefined;
  },
): Promise<Ranked[]> => {
  const firsts = new Map<string, Ranked>();
  for (const one of ranked) if (!firsts.has(sourceKey(one.row))) firsts.set(sourceKey(one.row), one);
  const best = [...firsts.values()].slice(0, limit);
  const foreign = lang === undefined ? [] : best.filter(({ row }) => !isIn(row, lang));
  if (lang === undefined || foreign.length === 0) return best;
  const documents = foreign.map(({ row }) => row.documentId);
  const translated = rank(query, await getTranslated(db, reach, documents, space, lang), {
    ...judgement,
    near: 0,
  });
  return best.map((one) => {
    const own = isIn(one.row, lang)
      ? undefined
      : translated.find(({ row }) => row.documentId === one.row.documentId);
    return own ? { ...own, score: one.score, coverage: one.coverage, cosine: one.cosine } : one;
  });
};

/**
 * Finds documents: candidates by any word of the query, by words one typo away and by vector, then ranked again, one result for
 * each source. Results exist and are visible to the caller, by the database at this moment. Rejects with `unavailable` or `timeout`
 * while the model or the search engine is away.
 */
export const findHits = async (deps: Needed, text: string, options: SearchOptions): Promise<Hit[]> => {
  const asked = text.trim();
  const [reach, { space, vectors }] = await Promise.all([
    buildReach(deps, options),
    deps.space.embed([asked], options.signal),
  ]);
  const [vector] = vectors;
  if (!vector) throw new Error('The model made no vector');
  const language = guessLanguage(asked) ?? baseLanguage(options.lang ?? 'en');
  const query: ReadQuery = { text: asked, language, codes: extractCodes(asked), vector };
  const judgement = JUDGEMENTS[deps.ai.writes ? 'endpoint' : 'lexical'];
  const [byWords, byVector] = await Promise.all([
    findByWords(deps, reach, query),
    nearestPassages(deps.db, reach, { space, signature: computeSignature(vector), limit: BY_VECTOR }),
  ]);
  const rows = await getCandidates(deps.db, reach, [...new Set([...byWords, ...byVector])], space);
  const ranked = rank(query, rows, judgement);
  const lang = options.lang === undefined ? undefined : baseLanguage(options.lang);
  const best = await chooseBest(deps, reach, query, { space, judgement, ranked, limit: options.limit, lang });
  return best.map(presentHit);
};

/** What `findHits` finds, as it is answered. */
export const search = async (deps: Needed, text: string, options: SearchOptions): Promise<Found[]> =>
  (await findHits(deps, text, options)).map(({ ranked: _, ...found }) => found);
