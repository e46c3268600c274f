import { defineWork, inThread } from '@parley/threads';
import { highlightFields } from './highlight';
import { createMatcher } from './matcher';

type Texts = Readonly<Record<string, string | undefined>>;
type Snippets = Record<string, string>;

const snippetsWork = defineWork(
  'search.snippets',
  (
    fields: readonly string[],
    hits: readonly Texts[],
    words: readonly string[],
    characters?: number,
  ): Snippets[] => {
    const matcher = createMatcher(words);
    return hits.map((texts) => highlightFields(fields, texts, matcher, characters));
  },
);

/** Texts of an answer are read so much faster than those of other work. */
const SPEED = 10;

/** Snippets of the fields of each hit; those of long texts are made in a thread. */
export const cutSnippets = (
  fields: readonly string[],
  hits: readonly Texts[],
  words: readonly string[],
  characters: number | undefined,
): Promise<Snippets[]> => {
  const length = (texts: Texts): number =>
    fields.reduce((sum, field) => sum + (texts[field]?.length ?? 0), 0);
  const all = hits.reduce((sum, texts) => sum + length(texts), 0);
  return inThread(snippetsWork, all / SPEED, fields, hits, words, characters);
};
