import { DomainError, invalid } from '@parley/errors';
import { normalizeRichText, readHtml, type RichText, toHtml } from '@parley/rich-text';
import { type EntryType, entryFields } from './entry';

/** Pushed fields by name. */
type Fields = Readonly<Record<string, unknown>>;

/** Reads one field that is not null. `now` is its value in the language. */
export type FieldReader<T> = (value: unknown, path: string, now: T | undefined) => T;

const refusal = (field: string, message: string): DomainError => invalid({ field, message });

/** A text of at most `max` characters. */
export const readTextUpTo =
  (max: number): FieldReader<string> =>
  (value, path) => {
    if (typeof value === 'string' && value.length <= max) return value;
    throw refusal(path, `must be a text of at most ${max} characters, or null`);
  };

/** HTML that was read as a document. */
export class DocumentOfHtml {
  constructor(
    readonly html: string,
    readonly document: RichText,
  ) {}
}

/** A field with its HTML read as a document; any other value as it is. */
export const readHtmlField = async (fields: Fields, name: string): Promise<Fields> => {
  const html = fields[name];
  if (typeof html !== 'string') return fields;
  try {
    return { ...fields, [name]: new DocumentOfHtml(html, await readHtml(html)) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw invalid(error.fields.map(({ message }) => ({ field: `fields.${name}`, message })));
  }
};

/** HTML or a rich-text document. HTML that the value is shown as means the value. */
export const readRichText: FieldReader<RichText> = (value, path, now) => {
  if (value instanceof DocumentOfHtml) return now && toHtml(now) === value.html ? now : value.document;
  if (typeof value === 'object') return normalizeRichText(value, path);
  throw refusal(path, 'must be HTML, a rich-text document or null');
};

/**
 * Checks the names of the fields that are pushed.
 *
 * @throws DomainError `invalid` naming `fields.<name>` of one that the type does not have.
 */
export const demandFields = (type: EntryType, fields: Fields): void => {
  const known = entryFields[type];
  const problems = Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: `fields.${name}`, message: `is no field of it; there is ${known.join(', ')}` }));
  if (problems.length > 0) throw invalid(problems);
};

/** The value of one pushed field: undefined when there is none. */
export const readField = <T>(
  fields: Fields,
  name: string,
  language: string,
  now: T | undefined,
  read: FieldReader<T>,
): Readonly<Record<string, T | null>> | undefined => {
  if (!Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  return { [language]: value === null ? null : read(value, `fields.${name}`, now) };
};
