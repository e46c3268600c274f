/** The sounds that the words of a made language consist of, and how many of 100 texts are in it. */
interface Language {
  share: number;
  beginnings: string;
  vowels: string;
  endings: string;
}

/** Five made languages. Their letters are those of customers' languages; their words are of no one's. */
const languages: readonly Language[] = [
  {
    share: 50,
    beginnings: 'b c d f g h l m n p r s t w st tr pl gr sh th ch',
    vowels: 'a e i o u ea ou ai',
    endings: 'n r s t l m nd st ck y er',
  },
  {
    share: 20,
    beginnings: 'b d f g h k l m n r s w z sch st pf kr bl fr tr',
    vowels: 'a e i o u ä ö ü ei au ie',
    endings: 'n r t ch cht nd ng ss l en er',
  },
  {
    share: 15,
    beginnings: 'b c d f g l m n p r s t v qu ch bl tr gr',
    vowels: 'a e i o u é è ou ai eau ó í á',
    endings: 'n r s l x nt ment ción ade',
  },
  {
    share: 10,
    beginnings: 'б в г д з к л м н п р с т х пр ст тр кр',
    vowels: 'а е и о у ы я ю',
    endings: 'н р т л м й ть ст ние ка',
  },
  {
    share: 5,
    beginnings: 'β γ δ κ λ μ ν π ρ σ τ φ χ πρ στ',
    vowels: 'α ε η ι ο υ ω ου ει ά έ ό',
    endings: 'ς ν μα ση ρ τα',
  },
];

/** Words of each language. */
export const WORDS = 3_000;

/** Shortest word: search matches the last word of a query as a beginning. */
const SHORTEST = 4;

/** Numbers from 0 to 1 that follow from a seed (Mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Words of a language, the most common first: these have fewer syllables. */
const makeWords = ({ beginnings, vowels, endings }: Language, seed: number): string[] => {
  const random = createRandom(seed);
  const choose = (sounds: readonly string[]): string => sounds[Math.floor(random() * sounds.length)] ?? '';
  const [first, middle, last] = [beginnings, vowels, endings].map((sounds) => sounds.split(' ')) as [
    string[],
    string[],
    string[],
  ];
  const words = new Set<string>();
  while (words.size < WORDS) {
    const syllables = 1 + Math.floor(random() * (1 + Math.log10(10 + words.size)));
    const word =
      Array.from({ length: syllables }, () => choose(first) + choose(middle)).join('') + choose(last);
    if ([...word].length >= SHORTEST) words.add(word);
  }
  return [...words];
};

/** The words of every language, the most common first. */
export const vocabularies: readonly (readonly string[])[] = languages.map((language, index) =>
  makeWords(language, 1 + index),
);

const TITLE_WORDS = 7;
const TEXT_WORDS = 30;
/** Words of a sentence. */
const SENTENCE = 10;

/** A rank by Zipf's law: the word of rank r comes up r times less than the first. */
const chooseRank = (random: () => number): number => Math.floor(Math.exp(random() * Math.log(WORDS))) - 1;

const chooseLanguage = (share: number): number => {
  let rest = share * 100;
  return Math.max(
    0,
    languages.findIndex((language) => (rest -= language.share) < 0),
  );
};

/** The ranks of the words of the text number `n`, and its language. */
const makeRanks = (n: number): { language: number; ranks: number[] } => {
  const random = createRandom(n * 7_919 + 1);
  return {
    language: chooseLanguage(random()),
    ranks: Array.from({ length: TEXT_WORDS }, () => chooseRank(random)),
  };
};

const spell = ({ language, ranks }: { language: number; ranks: readonly number[] }): string[] =>
  ranks.map((rank) => vocabularies[language]?.[rank] ?? '');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The text number `n`: three sentences in one language, the same in every run. */
export const makeText = (n: number): string => {
  const words = spell(makeRanks(n));
  const sentences = Array.from({ length: TEXT_WORDS / SENTENCE }, (_, at) =>
    capital(words.slice(at * SENTENCE, (at + 1) * SENTENCE).join(' ')),
  );
  return `${sentences.join('. ')}.`;
};

/** The title of that text: its first words. */
export const makeTitle = (n: number): string => capital(spell(makeRanks(n)).slice(0, TITLE_WORDS).join(' '));

/** The rarest word of the text number `n`. */
export const chooseRareWord = (n: number): string => {
  const { language, ranks } = makeRanks(n);
  return spell({ language, ranks: [Math.max(...ranks)] })[0] ?? '';
};

/** One of the ten most common words of the language that most texts are in. */
export const chooseCommonWord = (n: number): string => vocabularies[0]?.[n % 10] ?? '';

/** Two words that are side by side in the text number `n`, of which one is as rare as words of its title are. */
export const chooseTwoWords = (n: number): string => {
  const { language, ranks } = makeRanks(n);
  const title = ranks.slice(0, TITLE_WORDS);
  const at = Math.min(title.indexOf(Math.max(...title)), TITLE_WORDS - 2);
  return spell({ language, ranks: title.slice(at, at + 2) }).join(' ');
};

/** A word with a letter that is doubled by mistake. */
export const misspell = (word: string): string => word.slice(0, 3) + word.slice(2);
