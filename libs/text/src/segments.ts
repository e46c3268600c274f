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
 * Node.js 20 copies the whole text for each segment, so the segmenter is given windows of the text. A window ends behind a
 * part that is no word, where it has one: dictionaries part a run of letters without blanks by the whole run.
 */
function* readSegments(reader: Reader, text: string): Generator<Segment> {
  const { segmenter, window } = reader;
  let at = 0;
  while (text.length - at > window) {
    const part = text.slice(at, wholeCharacter(text, at + window));
    for (const segment of chooseSegments(
      reader,
      Array.from(segmenter.segment(part), toSegment),
      part.length,
    )) {
      yield { ...segment, index: at };
      at += segment.segment.length;
    }
  }
  for (const { index, ...segment } of segmenter.segment(text.slice(at)))
    yield toSegment({ ...segment, index: at + index });
}

const toSegment = ({ segment, index, isWordLike }: Segment): Segment => ({
  segment,
  index,
  ...(isWordLike !== undefined && { isWordLike }),
});

/** Those of a window that are surely whole. */
const chooseSegments = ({ window, margin }: Reader, found: readonly Segment[], length: number): Segment[] => {
  const [first] = found;
  // Only a segment that fills the window may go on behind it.
  if (first?.segment.length === length)
    return [{ ...first, segment: first.segment.slice(0, lastBlank(first.segment)) }];
  const sure = found.filter(({ segment, index }) => index === 0 || index + segment.length <= window - margin);
  const border = sure.findLastIndex(({ index, isWordLike }) => index > 0 && isWordLike === false);
  return border < 0 ? sure : sure.slice(0, border + 1);
};

/** The place, or the one before it when it lies between the halves of a character. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** The place behind the last blank of a text; its length when it has none. */
const lastBlank = (text: string): number => text.trimEnd().search(/\s\S*$/) + 1 || text.length;
