import { type FieldProblem, invalid } from '@parley/errors';
import { MAX_MUTATION_ID } from '../messages';
import { shownAttributes } from '../core';

export const MAX_TITLE = 1_000;
export const MAX_ATTRIBUTES = 100;
const MAX_KEY = 64;
const MAX_TEXT = 2_000;
const MAX_LIST = 100;

const countCharacters = (text: string): number => [...text].length;

/** Checks a title: 1 to 1,000 characters. */
export const checkTitle = (title: string): void => {
  const length = countCharacters(title);
  if (length < 1 || length > MAX_TITLE)
    throw invalid({ field: 'title', message: `must have 1 to ${MAX_TITLE} characters` });
};

/** Checks a comment beside a rating: at most 2,000 characters. */
export const checkRatingComment = (comment: string | undefined): void => {
  if (comment !== undefined && countCharacters(comment) > MAX_TEXT)
    throw invalid({ field: 'comment', message: `must have at most ${MAX_TEXT} characters` });
};

/** Checks the key that identifies repeats of a message: 1 to 255 characters. */
export const checkMutationId = (id: string | undefined): void => {
  if (id !== undefined && (id.length < 1 || id.length > MAX_MUTATION_ID)) {
    const message = `must be a text of 1 to ${MAX_MUTATION_ID} characters`;
    throw invalid({ field: 'clientMutationId', message });
  }
};

const isText = (value: unknown): boolean => typeof value === 'string' && countCharacters(value) <= MAX_TEXT;

const isValue = (value: unknown): boolean =>
  isText(value) ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (Array.isArray(value) && value.length <= MAX_LIST && value.every(isText));

const findProblems = ([key, value]: [string, unknown]): FieldProblem[] => {
  const field = `attributes.${key}`;
  const length = countCharacters(key);
  if (length < 1 || length > MAX_KEY)
    return [{ field, message: `the key must have 1 to ${MAX_KEY} characters` }];
  if (value === null || isValue(value)) return [];
  const message = `must be a text of at most ${MAX_TEXT} characters, a number, a boolean or a list of at most ${MAX_LIST} such texts`;
  return [{ field, message }];
};

/** Attributes of a ticket, and which of them the contact may see. */
export interface Attributes {
  attributes: Record<string, unknown>;
  visible: string[];
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/**
 * Attributes after a contact's side wrote some, which then become visible to it; null removes a visible one. Attributes of the
 * team alone stay. Removing one looks the same as removing a missing one.
 *
 * @throws DomainError `invalid` naming each wrong key, and when more than 100 would be visible.
 */
export const writeAttributes = (
  stored: { attributes: unknown; visible: readonly string[] },
  sent: Readonly<Record<string, unknown>>,
): Attributes => {
  const entries = Object.entries(sent);
  const problems = entries.flatMap(findProblems);
  if (problems.length > 0) throw invalid(problems);
  const attributes = new Map(Object.entries(asObject(stored.attributes)));
  const visible = new Set(stored.visible);
  for (const [key, value] of entries) {
    if (value !== null) {
      attributes.set(key, value);
      visible.add(key);
    } else if (visible.delete(key)) attributes.delete(key);
  }
  const after = Object.fromEntries(attributes);
  const shown = Object.keys(shownAttributes(after, [...visible]));
  if (shown.length > MAX_ATTRIBUTES)
    throw invalid({ field: 'attributes', message: `at most ${MAX_ATTRIBUTES} can be visible` });
  // Keys that the team has removed since stay visible for when they come back, as long as there is room.
  return { attributes: after, visible: visible.size > MAX_ATTRIBUTES ? shown : [...visible] };
};
