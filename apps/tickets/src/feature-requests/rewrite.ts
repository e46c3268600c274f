import { type Ai, dot, splitSentences, wordsIn } from '@parley/ai';
import { type Draft, draftTicket } from '../drafts';
import type { TicketRow } from '../core';
import { FEATURE_REQUEST, type RequestText } from './feature-request';

/** Most words that other requests add to a description when no model writes. */
const ADDED_WORDS = 120;
/** Longest description, in characters; as in the contract. */
const MAX_DESCRIPTION = 100_000;
/** Sentences that are compared. */
const MAX_SENTENCES = 200;

const saidBy = ({ description, plainContent }: RequestText): string[] =>
  [description, plainContent].filter((text): text is string => Boolean(text?.trim()));

/** A new text of a feature request. */
export interface Rewriting extends Draft {
  /** Whether it is added to the ticket's text instead of replacing it. */
  isAddition: boolean;
}

/** What of the sentences says something that is not said yet, in order. */
const newSentences = async (
  ai: Ai,
  said: readonly string[],
  others: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const { vectors } = await ai.embed([...said, ...others], signal);
  const known = vectors.slice(0, said.length);
  const added: string[] = [];
  let left = ADDED_WORDS;
  others.forEach((sentence, index) => {
    const vector = vectors[said.length + index];
    const cost = wordsIn(sentence).length;
    if (!vector || cost > left || known.some((other) => dot(other, vector) >= ai.similarity.same)) return;
    known.push(vector);
    added.push(sentence);
    left -= cost;
  });
  return added;
};

/**
 * Title and description of a feature request that takes over others. A model writes them of all; without one the ticket
 * keeps its own and gains the sentences of the others that say more.
 */
export const rewriteRequest = async (
  ai: Ai,
  main: RequestText,
  duplicates: readonly RequestText[],
  signal: AbortSignal,
): Promise<Rewriting> => {
  const title = [main, ...duplicates].map((request) => request.title?.trim()).find(Boolean);
  const others = duplicates.flatMap((request) => [request.title ?? '', ...saidBy(request)]);
  if (ai.writes) {
    const texts = [...saidBy(main), ...others].filter((text) => text.trim() !== '');
    const draft = await draftTicket(ai, { type: FEATURE_REQUEST, title, texts }, signal);
    return { ...draft, isAddition: false };
  }
  const said = [title ?? '', ...saidBy(main)].flatMap(splitSentences).slice(0, MAX_SENTENCES);
  const theirs = others.flatMap(splitSentences).slice(0, MAX_SENTENCES);
  const added = await newSentences(ai, said, theirs, signal);
  return { title: title ?? '', description: added.join(' '), isAddition: true };
};

/** The changes of a rewriting for the current ticket, when it was made from the text in `read`. */
export const applyRewriting = (
  now: Pick<TicketRow, 'title' | 'description'>,
  read: RequestText,
  { title, description, isAddition }: Rewriting,
): Partial<TicketRow> => {
  if (isAddition) {
    const extended = [now.description, description].filter(Boolean).join('\n\n').slice(0, MAX_DESCRIPTION);
    return {
      ...(!now.title?.trim() && title !== '' && { title }),
      ...(description !== '' && { description: extended }),
    };
  }
  // A change of the texts in between wins.
  const isSame = now.title === read.title && (now.description ?? '').startsWith(read.description ?? '');
  return isSame ? { ...(title !== '' && { title }), ...(description !== '' && { description }) } : {};
};
