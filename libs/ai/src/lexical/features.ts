import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import { rememberingStems } from './remembered-stems';
import { eachWordLike } from './word-like';

/** How much of a text is read, in characters. */
export const MAX_CHARACTERS = 8_000;

/** What requests have in common whatever they ask for: it counts little. */
const WEAK = `add added allow allows able ability app application please feature features request requests support
  supports option options like want wants need needs would could should great nice love good useful helpful help make
  possible possibility way hello hi hey dear thanks thank team currently also really new use using user users cannot get
  let missing wish implement provide`;

const WEAK_WEIGHT = 0.25;
const PAIR_WEIGHT = 0.5;
/** Weight of all the letter groups of a word together: they let an inflection or a typo match in part. */
const LETTERS_WEIGHT = 0.5;
const GROUP = 3;

const ignored = new Set(stopwords);
const stem = rememberingStems(stemmer);
const weak = new Set(WEAK.split(/\s+/).map(stem));
const accents = /[\u0300-\u036f]/gu;
const ascii = /^[a-z]+$/;

const fold = (text: string): string =>
  text.toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC').replaceAll('’', "'");

/** The words of a text that carry meaning, by their English stems; words of other alphabets stay whole. */
const listStems = (text: string): string[] => {
  const stems: string[] = [];
  eachWordLike(fold(text.slice(0, MAX_CHARACTERS)), (word) => {
    if (!ignored.has(word)) stems.push(ascii.test(word) ? stem(word) : word);
  });
  return stems;
};

const cutLetterGroups = (word: string): string[] => {
  const letters = Array.from(`<${word}>`);
  return letters.slice(0, 1 - GROUP).map((_, index) => letters.slice(index, index + GROUP).join(''));
};

/** The features of a text with their weights: words, pairs of words, and groups of three letters. */
export const extractFeatures = (text: string): Map<string, number> => {
  const stems = listStems(text);
  const counts = new Map<string, number>();
  for (const one of stems) counts.set(one, (counts.get(one) ?? 0) + 1);
  const features = new Map<string, number>();
  const add = (feature: string, weight: number): void =>
    void features.set(feature, (features.get(feature) ?? 0) + weight);
  for (const [one, count] of counts) {
    const weight = (1 + Math.log(count)) * (weak.has(one) ? WEAK_WEIGHT : 1);
    add(`word ${one}`, weight);
    const groups = cutLetterGroups(one);
    for (const group of groups) add(`letters ${group}`, (weight * LETTERS_WEIGHT) / Math.sqrt(groups.length));
  }
  stems.forEach((one, index) => {
    const next = stems[index + 1];
    if (next === undefined || weak.has(one) || weak.has(next)) return;
    add(`pair ${[one, next].sort().join(' ')}`, PAIR_WEIGHT);
  });
  return features;
};
