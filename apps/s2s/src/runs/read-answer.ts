import { type FieldProblem, invalid } from '@parley/errors';
import type { AnswerWorkflowStepRequest } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import type { Input, Next, Option, File, Words } from '../core';

const MAX_TEXT = 10_000;
const MAX_FILES = 10;
const MAX_URL = 2_048;
const MAX_NAME = 512;

/** A contact's answer. */
export type Answered = Pick<AnswerWorkflowStepRequest, 'text' | 'selection' | 'rating' | 'attachments'>;

/** An answer that fits its question. */
export interface ReadAnswer {
  /** What attributes and texts hold of it. */
  value: unknown;
  words: Words;
  /** Where a chosen option leads; undefined when it says nothing. */
  next: Next | undefined;
}

const wrong = (field: string, message: string): never => {
  throw invalid({ field, message });
};

/** The kinds of answer that were given. */
const listKinds = ({ text, selection, rating, attachments }: Answered): Input['kind'][] => {
  const given: Record<Input['kind'], boolean> = {
    text: text !== undefined,
    selection: selection !== undefined && selection !== null,
    rating: rating !== undefined,
    attachments: attachments.length > 0,
  };
  return (Object.keys(given) as Input['kind'][]).filter((kind) => given[kind]);
};

/** The one kind of answer that was given. 400 for none and for several. */
const readKind = (answered: Answered): Input['kind'] => {
  const [first, second] = listKinds(answered);
  if (first === undefined) return wrong('text', 'one of text, selection, rating and attachments is required');
  return second === undefined ? first : wrong(second, `must not stand beside ${first}`);
};

/** Refuses an answer beside the wish for people: 400. */
export const checkAlone = ({
  botAction,
  ...answered
}: Answered & { botAction?: string | undefined }): void => {
  if (botAction === undefined) return;
  const [kind] = listKinds(answered);
  if (kind !== undefined) wrong(kind, 'must not stand beside botAction');
};

const readSelection = ({ options = [], multiple = false }: Input, selection: unknown): ReadAnswer => {
  const isList = Array.isArray(selection);
  if (isList && !multiple) wrong('selection', 'must be the id of one option');
  const ids: unknown[] = isList ? selection : [selection];
  if (ids.length === 0) wrong('selection', 'must name an option');
  if (new Set(ids).size < ids.length) wrong('selection', 'must name each option once');
  const chosen = ids.map(
    (id): Option =>
      options.find((option) => option.id === id) ?? wrong('selection', 'is no option of the question'),
  );
  const labels = chosen.map(({ label }) => label).join(', ');
  const value = multiple ? chosen.map(({ id }) => id) : chosen[0]?.id;
  return { value, words: { comment: labels }, next: chosen.find(({ next }) => next !== undefined)?.next };
};

const readFiles = (attachments: Answered['attachments']): ReadAnswer => {
  const problems: FieldProblem[] = [];
  if (attachments.length > MAX_FILES)
    problems.push({ field: 'attachments', message: `must have at most ${MAX_FILES} elements` });
  const files = attachments.map(({ name, url, type }, index): File => {
    const field = `attachments.${index}`;
    if (name === '' || name.length > MAX_NAME)
      problems.push({ field: `${field}.name`, message: `must have 1 to ${MAX_NAME} characters` });
    // Content that a browser would run is no file.
    if (url === '' || url.length > MAX_URL || (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:/i.test(url)))
      problems.push({ field: `${field}.url`, message: 'must be an http or https address' });
    return { name, url, ...(type !== undefined && { type }) };
  });
  if (problems.length > 0) throw invalid(problems);
  return { value: files.map(({ url }) => url), words: { attachments: files }, next: undefined };
};

/** Reads an answer to a question. 400 naming the invalid parts. */
export const readAnswer = (input: Input, answered: Answered): ReadAnswer => {
  const kind = readKind(answered);
  if (kind !== input.kind) wrong(kind, `the question asks for ${input.kind}`);
  const { text = '', rating = 0 } = answered;
  switch (kind) {
    case 'text': {
      const length = [...text].length;
      if (text.trim() === '' || length > MAX_TEXT)
        wrong('text', `must have 1 to ${MAX_TEXT} characters, not only blanks`);
      return { value: text, words: { comment: text }, next: undefined };
    }
    case 'selection':
      return readSelection(input, answered.selection);
    case 'rating': {
      const { min = 1, max = 5 } = input;
      if (!Number.isInteger(rating) || rating < min || rating > max)
        wrong('rating', `must be a whole number from ${min} to ${max}`);
      return { value: rating, words: { comment: String(rating) }, next: undefined };
    }
    case 'attachments':
      return readFiles(answered.attachments);
  }
};
