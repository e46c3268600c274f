import { defineWork } from '@parley/threads';
import { extractPart, type Fit, fittingSources } from './passages';
import type { Question, Source } from './source';

/** A source that fits, by its place among those that were given. */
export type Placed = Omit<Fit, 'source'> & { place: number };

/** The best of some sources with the sentences that fit, for a thread. */
export const fitsWork = defineWork(
  'answers.fits',
  (question: Question, sources: readonly Source[], most: number): Placed[] =>
    fittingSources(question, sources)
      .slice(0, most)
      .map(({ source, ...fit }) => ({ ...fit, place: sources.indexOf(source) })),
);

/** The fitting parts of texts, for a thread. */
export const extractsWork = defineWork(
  'answers.extracts',
  (question: Question, texts: readonly string[], characters: number): string[] =>
    texts.map((text) => extractPart(question, text, characters)),
);
