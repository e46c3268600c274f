import { splitSentences } from '@parley/ai';
import { redact, withoutOrders } from '@parley/answers';
import { wordSegments } from '@parley/text';
import type { DocumentText } from '../documents';

/** Most characters of a passage. */
export const MAX_PASSAGE = 2_000;
/** Characters that a passage is filled up to: one that says one thing is found better than one that says many. */
const FULL = 1_000;

/** A part of a document that is found by itself. */
export interface Passage {
  lang?: string;
  title: string;
  url?: string;
  start?: number;
  content: string;
}

/** A long sentence, cut after words; a text without words is cut anywhere. */
const cutSentence = (sentence: string): string[] => {
  if (sentence.length <= MAX_PASSAGE) return [sentence];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of wordSegments(sentence)) {
    if (part.length + segment.length > MAX_PASSAGE) {
      parts.push(part.trim());
      part = '';
    }
    if (segment.length <= MAX_PASSAGE) part += segment;
    else {
      const letters = Array.from(segment);
      for (let at = 0; at < letters.length; at += MAX_PASSAGE / 2)
        parts.push(letters.slice(at, at + MAX_PASSAGE / 2).join(''));
    }
  }
  return [...parts, part.trim()].filter((one) => one !== '');
};

/** Puts pieces together while they are few enough characters. */
const pack = (pieces: readonly string[], between: string, most: number): string[] => {
  const packed: string[] = [];
  let last = '';
  for (const piece of pieces) {
    const joined = last === '' ? piece : `${last}${between}${piece}`;
    if (joined.length <= most) last = joined;
    else {
      if (last !== '') packed.push(last);
      last = piece;
    }
  }
  return last === '' ? packed : [...packed, last];
};

const cutParagraph = (paragraph: string): string[] =>
  paragraph.length <= FULL ? [paragraph] : pack(splitSentences(paragraph).flatMap(cutSentence), ' ', FULL);

const MAX_HEADING = 200;

/**
 * Cuts a text at its headings, then at paragraphs, then at sentences, never inside a word. Secrets and sentences that give
 * orders to a machine are taken out before.
 */
export const cutPassages = ({ lang, title, url, sections }: DocumentText): Passage[] => {
  const clean = (text: string): string => withoutOrders(redact(text.toWellFormed()));
  const common = {
    ...(lang !== undefined && { lang }),
    title: clean(title),
    ...(url !== undefined && { url }),
  };
  return sections.flatMap(({ heading = '', text, start }) => {
    const head = clean(heading).slice(0, MAX_HEADING).toWellFormed();
    const paragraphs = clean(text)
      .split(/\n+/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== '')
      .flatMap(cutParagraph);
    const bodies = pack(paragraphs, '\n', FULL);
    return (bodies.length > 0 ? bodies : head === '' ? [] : [head]).map((body, index): Passage => {
      const withHead = index === 0 && head !== '' && body !== head ? `${head}\n${body}` : body;
      return {
        ...common,
        ...(start !== undefined && { start }),
        content: withHead.length <= MAX_PASSAGE ? withHead : body,
      };
    });
  });
};
