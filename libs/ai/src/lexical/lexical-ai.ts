import type { Ai } from '../ai';
import { mapInTurns } from '@parley/timing';
import { firstSentences } from '../sentences';
import { toUnit } from '../vectors';
import { extractFeatures } from './features';

/** Name of the vectors; it changes with anything that changes them. */
export const LEXICAL_MODEL = 'lexical-v1';
const EXTRACTIVE_MODEL = 'extractive-v1';

const DIMENSIONS = 1024;
/** Components that one feature adds to: a chance meeting in one of them then weighs little. */
const PLACES = 4;
const WORDS_PER_TOKEN = 0.75;
const { imul } = Math;

/** FNV-1a over UTF-16 units. */
const hash = (text: string): number => {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = imul(state ^ text.charCodeAt(index), 0x01000193);
  return state;
};

/** The next of a row of hashes (the finalizer of MurmurHash3). */
const rehash = (state: number): number => {
  let mixed = imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** Each feature adds to some components, each time with a sign of its own, so that chance meetings cancel out. */
const toVector = (text: string): Float32Array => {
  const vector = new Float32Array(DIMENSIONS);
  for (const [feature, weight] of extractFeatures(text)) {
    let hashed = hash(feature);
    for (let turn = 1; turn <= PLACES; turn += 1) {
      hashed = rehash(hashed + turn);
      const place = (hashed >>> 1) % DIMENSIONS;
      vector[place] = (vector[place] as number) + (hashed & 1 ? weight : -weight);
    }
  }
  return toUnit(vector);
};

/**
 * Needs no engine: vectors of the words of a text, and the text's own first sentences for an answer. It knows no synonyms; the
 * names of its models say that it is lexical.
 */
export const createLexicalAi = (): Ai => ({
  embeddingModel: LEXICAL_MODEL,
  writes: false,
  similarity: { related: 0.15, same: 0.5 },
  embed: async (texts, signal) => {
    signal?.throwIfAborted();
    return { model: LEXICAL_MODEL, vectors: await mapInTurns(texts, toVector, signal) };
  },
  complete: ({ prompt, maxTokens }) =>
    Promise.resolve({
      model: EXTRACTIVE_MODEL,
      text: firstSentences(prompt, Math.max(1, Math.floor(maxTokens * WORDS_PER_TOKEN))),
    }),
  health: () => Promise.resolve(),
});
