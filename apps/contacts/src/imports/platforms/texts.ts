import { MAX_TAG_CHARACTERS, MAX_TAGS } from '../../contacts';

/** The first characters of a text; never half of one. */
export const cut = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).toWellFormed() : text;

/** The stored tags with those of a platform, as many of them as there may be. */
export const unitedTags = (stored: readonly string[], tags: readonly string[]): string[] =>
  [...new Set([...stored, ...tags.map((tag) => cut(tag, MAX_TAG_CHARACTERS))])].slice(0, MAX_TAGS);
