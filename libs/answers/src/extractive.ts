import type { Answer } from './answer';
import type { Fit, Sentence } from './passages';
import type { Source } from './source';

/** Most sentences of an answer. */
export const MAX_SENTENCES = 5;
/** Part of the best sentence's score from which on another one is worth showing. */
const WORTH = 0.6;
/** Characters of a citation with its blanks. */
const CITATION = 6;
/** A title that fits speaks for the first sentences below it. */
const OPENING = 2;
const OPENING_WEIGHT = 0.5;

/** What Markdown or HTML would take for more than text, and what looks like a citation. */
const MARKUP = /<(?=[a-z/!?])|&(?=[a-z0-9#]{1,40};)|\](?=\()|`(?=``)|\[(?=\d{1,20}\])|(?<=\[\d{1,20})\]/gi;

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

/** A text as Markdown that shows the same: it has no HTML, no link and no fence, and cites nothing. */
export const quoted = (text: string): string => text.replace(MARKUP, (sign) => escapes[sign] ?? `\\${sign}`);

/** Whether a text means the same in Markdown and cites nothing. */
export const isPlain = (text: string): boolean => quoted(text) === text;

interface Choice {
  fit: Fit;
  sentence: Sentence;
  score: number;
}

/** The best sentences of the sources, word for word, each with its source; undefined when none says anything of it. */
export const extractAnswer = (fits: readonly Fit[], maxCharacters = Infinity): Answer | undefined => {
  const choices = fits.flatMap((fit) =>
    fit.sentences.map((sentence): Choice => {
      const opening = sentence.at < OPENING ? fit.titleCommon * OPENING_WEIGHT : 0;
      return { fit, sentence, score: sentence.common + opening };
    }),
  );
  const best = Math.max(0, ...choices.map(({ score }) => score));
  if (best === 0) return undefined;
  let length = 0;
  const chosen = choices
    .filter(({ score }) => score >= best * WORTH)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SENTENCES)
    .filter(({ sentence }) => (length += quoted(sentence.text).length + CITATION) <= maxCharacters);
  const sources: Source[] = [];
  const parts = fits.flatMap((fit) => {
    const own = chosen
      .filter((choice) => choice.fit === fit)
      .sort((one, other) => one.sentence.at - other.sentence.at);
    if (own.length > 0) sources.push(fit.source);
    return own.map(({ sentence }) => `${quoted(sentence.text)} [${sources.length}]`);
  });
  return parts.length > 0 ? { text: parts.join(' '), sources, mode: 'extractive' } : undefined;
};
