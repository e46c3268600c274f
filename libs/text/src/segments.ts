/** A part of a text, where it begins (in UTF-16 units), and whether it is a word; undefined for sentences. */
export interface Segment {
  segment: string;
  index: number;
  isWordLike?: boolean;
}

/** Longest segment in UTF-16 units. A longer word or sentence is cut. */
export const longestSegment = { word: 1_024, sentence: 4_096 } as const;

/** The words of a text and the parts between them, by Unicode's rules (UAX 29). Takes time by the length of the text alone. */
export const wordSegments = (text: string): Generator<Segment> => readSegments(words, text);

/** The sentences of a text, as Unicode parts them (UAX 29). Takes time by the length of the text alone. */
export const sentenceSegments = (text: string): Generator<Segment> => readSegments(sentences, text);

/** A segmenter, which reads a window of a text at once. */
interface Reader {
  segmenter: Intl.Segmenter;
  window: number;
  /** Units at the end of a window that only help to find the ends before them. */
  margin: number;
}

const words: Reader = {
  segmenter: new Intl.Segmenter('und', { granularity: 'word' }),
  window: longestSegment.word,
  margin: 128,
};
const sentences: Reader = {
  segmenter: new Intl.Segmenter('und', { granularity: 'sentence' }),
  window: longestSegment.sentence,
  margin: 512,
};

/**
 * Node.js 20 copies the whole text for each segment, so the segmenter is given windows of the text. A window begins where a
 * segment ended: no rule looks back across that place.
 */
function* readSegments({ segmenter, window, margin }: Reader, text: string): Generator<Segment> {
  let at = 0;
  while (text.length - at > window) {
    const part = text.slice(at, wholeCharacter(text, at + window));
    let end = 0;
    for (const { segment, isWordLike } of segmenter.segment(part)) {
      if (end > 0 && end + segment.length > window - margin) break;
      // Only a segment that fills the window may go on behind it.
      const kept = segment.length === part.length ? segment.slice(0, lastBlank(segment)) : segment;
      yield { segment: kept, index: at + end, ...(isWordLike !== undefined && { isWordLike }) };
      end += kept.length;
    }
    at += end;
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(at)))
    yield { segment, index: at + index, ...(isWordLike !== undefined && { isWordLike }) };
}

/** The place, or the one before it when it lies between the halves of a character. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** The place behind the last blank of a text; its length when it has none. */
const lastBlank = (text: string): number => text.trimEnd().search(/\s\S*$/) + 1 || text.length;
