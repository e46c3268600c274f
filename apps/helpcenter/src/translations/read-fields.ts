import { DomainError, invalid } from '@parley/errors';
import { normalizeRichText, type RichText, richTextFromHtml, toHtml } from '@parley/rich-text';
import { type EntryType, entryFields } from './entry';

/** Reads one field that is not null. `now` is its value in the language. */
export type FieldReader<T> = (value: unknown, path: string, now: T | undefined) => T;

const refusal = (field: string, message: string): DomainError => invalid({ field, message });

/** A text of at most `max` characters. */
export const textOf =
  (max: number): FieldReader<string> =>
  (value, path) => {
    if (typeof value === 'string' && value.length <= max) return value;
    throw refusal(path, `must be a text of at most ${max} characters, or null`);
  };

/** HTML or a rich-text document. HTML that the value is shown as means the value. */
export const richTextOf: FieldReader<RichText> = (value, path, now) => {
  if (typeof value === 'object') return normalizeRichText(value, path);
  if (typeof value !== 'string') throw refusal(path, 'must be HTML, a rich-text document or null');
  if (now && toHtml(now) === value) return now;
  try {
    return richTextFromHtml(value);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw invalid(error.fields.map(({ message }) => ({ field: path, message })));
  }
};

/**
 * Checks the names of the fields that are pushed.
 *
 * @throws DomainError `invalid` naming `fields.<name>` of one that the type does not have.
 */
export const demandFields = (type: EntryType, fields: Readonly<Record<string, unknown>>): void => {
  const known = entryFields[type];
  const problems = Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: `fields.${name}`, message: `is no field of it; there is ${known.join(', ')}` }));
  if (problems.length > 0) throw invalid(problems);
};

/** What a push says of one field: undefined when nothing. */
export const readField = <T>(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  language: string,
  now: T | undefined,
  read: FieldReader<T>,
): Readonly<Record<string, T | null>> | undefined => {
  if (!Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  return { [language]: value === null ? null : read(value, `fields.${name}`, now) };
};
