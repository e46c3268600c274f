import type { FieldProblem } from '@parley/errors';
import { type Localised, type LocalisedChange, readLocalised, textReader } from '@parley/localised';

/** Longest title, in characters. */
export const MAX_TITLE = 500;
/** Longest description, in characters. */
export const MAX_DESCRIPTION = 5_000;

/** Title and description of a collection or article. */
export interface Texts {
  title: Localised<string>;
  description: Localised<string>;
}

/** A request's changes of texts. */
export type TextsChange = { [Field in keyof Texts]?: LocalisedChange<string> };

const readers = { title: textReader(MAX_TITLE), description: textReader(MAX_DESCRIPTION) };
const fields = Object.keys(readers) as (keyof Texts)[];

/** Reads a request's changes of title and description. */
export const readTexts = (
  sent: { [Field in keyof Texts]?: unknown },
  defaultLanguage: string,
  problems: FieldProblem[],
): TextsChange =>
  Object.fromEntries(
    fields
      .filter((field) => sent[field] !== undefined && sent[field] !== null)
      .map((field) => [field, readLocalised(field, sent[field], defaultLanguage, readers[field], problems)]),
  );
