import { wordSegments } from '@parley/text';

/**
 * The words of ASCII in lower case, as Unicode parts them (UAX 29): letters, digits and underscores, with a point, colon or
 * apostrophe between letters and a point, comma, semicolon or apostrophe between digits. Hundreds of times as fast as the segmenter.
 */
const asciiWords =
  /(?:[a-z0-9]|_(?=[a-z0-9_]))[a-z0-9_]*(?:(?:(?<=[a-z])['.:](?=[a-z])|(?<=[0-9])[.,;'](?=[0-9]))[a-z0-9_]+)*/g;
const isAscii = /^[\x00-\x7f]*$/;
/** No word goes on after one of these, so that a word beyond ASCII costs no more than its own stretch. */
const blanks = /[ \t\r\n]+/;

/** Calls `visit` with each word of a text in lower case, in order. */
export const eachWordLike = (text: string, visit: (word: string) => void): void => {
  const stretches = isAscii.test(text) ? [text] : text.split(blanks);
  for (const stretch of stretches) {
    if (isAscii.test(stretch)) {
      for (const word of stretch.match(asciiWords) ?? []) visit(word);
      continue;
    }
    for (const { segment, isWordLike } of wordSegments(stretch)) if (isWordLike) visit(segment);
  }
};
