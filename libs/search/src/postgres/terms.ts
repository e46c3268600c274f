import { listDeletions, mayBeMisspelled } from '../text/typos';
import { splitWords } from '../text/words';

const weights = ['A', 'B', 'C', 'D'] as const;
/** PostgreSQL keeps positions up to this one. */
const lastPosition = 16_383;
/** More places of one word do not change its rank. */
const positionsPerTerm = 32;
/** PostgreSQL refuses a tsvector of 1 MiB; the rest of the room is for its own bookkeeping. */
const maxVectorBytes = 700_000;

/** The searchable words of a document. */
export interface Terms {
  /** Input form of a tsvector. */
  vector: string;
  lexemes: string[];
}

/**
 * Splits texts, the weightiest first, into a tsvector. It is made here and not by a text search configuration, so that
 * documents, queries and highlights are split and folded by the same rules in every language and on every server.
 */
export const extractTerms = (texts: readonly string[]): Terms => {
  const places = new Map<string, string[]>();
  let bytes = 0;
  let position = 0;
  for (const [field, text] of texts.entries()) {
    const weight = weights[Math.min(field, weights.length - 1)];
    for (const { folded } of splitWords(text)) {
      position = Math.min(position + 1, lastPosition);
      let own = places.get(folded);
      if (!own) {
        if (bytes > maxVectorBytes) continue;
        bytes += Buffer.byteLength(folded) + 8;
        places.set(folded, (own = []));
      }
      if (own.length >= positionsPerTerm) continue;
      bytes += 2;
      own.push(`${position}${weight}`);
    }
  }
  const lexemes = [...places.keys()];
  return {
    lexemes,
    vector: lexemes.map((lexeme) => `'${lexeme}':${places.get(lexeme)?.join(',')}`).join(' '),
  };
};

/** FNV-1a over UTF-16 code units, as a signed 32-bit integer. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
};

/**
 * Keys under which a word's neighbours are found: hashes of the word and of every form with one letter left out, salted
 * with index and project so that one index column serves all tenants. Equal hashes of different forms are possible, so
 * a hit must be compared.
 */
export const deletionKeys = (scope: { indexName: string; projectId: string }, word: string): number[] => [
  ...new Set(listDeletions(word).map((form) => hash(`${scope.projectId}/${scope.indexName}/${form}`))),
];

/** The dictionary's keys for finding a word by a misspelled one; null for words that are never misspelled. */
export const dictionaryKeys = (
  scope: { indexName: string; projectId: string },
  word: string,
): number[] | null => (mayBeMisspelled(word) ? deletionKeys(scope, word) : null);
