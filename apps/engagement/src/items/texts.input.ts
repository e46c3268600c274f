import { type FieldProblem, tooLarge } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';
import {
  changeLocalised,
  type Localised,
  type LocalisedChange,
  readLocalised,
  textReader,
  type ValueReader,
} from '@parley/localised';
import { normalizeRichText, type RichText } from '@parley/rich-text';
import type { ItemFields, Translations } from '../core';

/** Longest subject, in characters. */
export const MAX_SUBJECT = 500;
/** Most bytes of JSON that the message has in all languages together. */
export const MAX_MESSAGE_BYTES = 2_048_000;

const richText: ValueReader<RichText> = (value, field) => normalizeRichText(value, field);

/** Whether a value is `{ localized: … }` and not one value in the default language. */
const isByLanguage = (value: unknown): value is { localized: unknown } =>
  isObject(value) && Object.hasOwn(value, 'localized');

/** Whether the project's default language has to be known to read any of the values. */
export const needsDefaultLanguage = (...values: readonly unknown[]): boolean =>
  values.some((value) => value !== undefined && value !== null && !isByLanguage(value));

const SHAPE = 'must be { localized: { en: … } } or one value';

const readOne = <T>(
  field: string,
  sent: unknown,
  language: string,
  read: ValueReader<T>,
  problems: FieldProblem[],
): LocalisedChange<T> => {
  if (isByLanguage(sent)) {
    const { localized, ...others } = sent;
    if (isObject(localized) && Object.keys(others).length === 0) {
      // A key `type` would make the whole look like one document.
      const entries = Object.entries(localized);
      return Object.assign(
        {},
        ...entries.map(([code, value]) =>
          readLocalised(`${field}.localized`, { [code]: value }, language, read, problems),
        ),
      ) as LocalisedChange<T>;
    }
    problems.push({ field, message: SHAPE });
    return {};
  }
  if (isObject(sent) && typeof sent['type'] !== 'string') {
    problems.push({ field, message: SHAPE });
    return {};
  }
  return readLocalised(field, sent, language, read, problems);
};

/** A request's change of subject and message. */
export interface TextsChange {
  subject: LocalisedChange<string> | undefined;
  message: LocalisedChange<RichText> | undefined;
}

/** Reads subject and message; bare values go under `language`. */
export const readTexts = (
  { subject, message }: { subject?: unknown; message?: unknown },
  language: string,
  problems: FieldProblem[],
): TextsChange => {
  const isSent = (value: unknown): boolean => value !== undefined && value !== null;
  return {
    subject: isSent(subject)
      ? readOne('subject', subject, language, textReader(MAX_SUBJECT), problems)
      : undefined,
    message: isSent(message) ? readOne('message', message, language, richText, problems) : undefined,
  };
};

const stored = <T>(value: Localised<T>): Translations<T> | null =>
  Object.keys(value).length === 0 ? null : { localized: value };

/**
 * Subject and message after a change.
 *
 * @throws DomainError `invalid` over 50 languages; `tooLarge` for a message over 2,048,000 bytes of JSON.
 */
export const changeTexts = (
  before: Pick<ItemFields, 'subject' | 'message'>,
  { subject, message }: TextsChange,
  nulls: readonly string[],
): Pick<ItemFields, 'subject' | 'message'> => {
  const after = changeLocalised('message', before.message?.localized ?? {}, message, nulls);
  const bytes = jsonBytes(after);
  if (message && bytes > MAX_MESSAGE_BYTES)
    throw tooLarge(`message would have ${bytes} bytes of JSON, at most ${MAX_MESSAGE_BYTES} are possible.`);
  return {
    subject: stored(changeLocalised('subject', before.subject?.localized ?? {}, subject, nulls)),
    message: stored(after),
  };
};
