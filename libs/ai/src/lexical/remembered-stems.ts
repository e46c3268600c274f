/** Stems that are remembered: texts repeat their words, and a stemmer takes far longer than a look. */
const MAX_REMEMBERED = 20_000;
/** Letters of a word that is remembered: a longer one may be a part of its text in memory, and would keep all of that. */
const MAX_LETTERS = 12;

/** A stemmer that caches its results. */
export const rememberingStems = (stem: (word: string) => string): ((word: string) => string) => {
  const stems = new Map<string, string>();
  return (word) => {
    if (word.length > MAX_LETTERS) return stem(word);
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size >= MAX_REMEMBERED) stems.clear();
    const made = stem(word);
    stems.set(word, made);
    return made;
  };
};
