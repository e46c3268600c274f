import { forgivesTypos, isOneTypoApart, mayBeMisspelled } from './typos';

/** How well a word of a document answers a query word. */
export type MatchKind = 'exact' | 'prefix' | 'typo';

/** Whether a folded word of a document is a query word, continues one that `isPrefix`, or is one typo away from it. */
export const isAnswerTo = (
  { word, isPrefix }: { word: string; isPrefix: boolean },
  folded: string,
): boolean =>
  folded === word ||
  (isPrefix && folded.startsWith(word)) ||
  (forgivesTypos(word) && isOneTypoApart(word, folded) && mayBeMisspelled(folded));

/** Answers which query word (by index) a folded word of a document matches, best kind first; undefined for none. */
export type Matcher = (folded: string) => { word: number; kind: MatchKind } | undefined;

/** A matcher for folded query words, the last of them a prefix. Remembers its answers: make one per query. */
export const createMatcher = (words: readonly string[]): Matcher => {
  const exact = new Map(words.map((word, index) => [word, index]));
  const tolerant = words.map((word, index) => ({ word, index })).filter(({ word }) => forgivesTypos(word));
  const prefix = words.at(-1);
  const find: Matcher = (folded) => {
    const same = exact.get(folded);
    if (same !== undefined) return { word: same, kind: 'exact' };
    if (prefix !== undefined && folded.startsWith(prefix)) return { word: words.length - 1, kind: 'prefix' };
    const near = tolerant.find(({ word }) => isOneTypoApart(word, folded));
    return near && mayBeMisspelled(folded) ? { word: near.index, kind: 'typo' } : undefined;
  };
  const known = new Map<string, ReturnType<Matcher> | null>();
  return (folded) => {
    let answer = known.get(folded);
    if (answer === undefined) known.set(folded, (answer = find(folded) ?? null));
    return answer ?? undefined;
  };
};
