import { type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { type LocalisedChange, readLocalised, textReader, type ValueReader } from '@parley/localised';
import { changeLocalised } from '@parley/localised';
import { cleanHtml } from './clean-html';
import type { EmailTemplateRow } from './email-template.store';

/** Longest subject, in characters. */
export const MAX_SUBJECT = 500;
/** Most bytes of HTML in one language. */
export const MAX_HTML = 204_800;

/** A request's fields of an e-mail template. */
export interface TemplateInput {
  title?: string | undefined;
  subject?: unknown;
  htmlContent?: unknown;
}

/** A request's change of an e-mail template, parsed. */
export interface TemplateChange {
  title: string | undefined;
  subject: LocalisedChange<string> | undefined;
  htmlContent: LocalisedChange<string> | undefined;
  nulls: readonly string[];
}

const html: ValueReader<string> = (value, field, problems) => {
  if (typeof value !== 'string') {
    problems.push({ field, message: 'must be a text of HTML' });
    return undefined;
  }
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_HTML) throw tooLarge(`${field} has ${bytes} bytes, at most ${MAX_HTML} are possible.`);
  return cleanHtml(value, field);
};

const isSent = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Reads a request's change of an e-mail template.
 *
 * @throws DomainError `invalid` naming every wrong field; `tooLarge` for HTML over 204,800 bytes.
 */
export const readTemplate = (
  { title, subject, htmlContent }: TemplateInput,
  nulls: readonly string[],
  defaultLanguage: string,
): TemplateChange => {
  const problems: FieldProblem[] = [];
  if (nulls.includes('title')) problems.push({ field: 'title', message: 'cannot be cleared' });
  const read = (field: string, value: unknown, reader: ValueReader<string>) =>
    isSent(value) ? readLocalised(field, value, defaultLanguage, reader, problems) : undefined;
  const change = {
    title,
    subject: read('subject', subject, textReader(MAX_SUBJECT)),
    htmlContent: read('htmlContent', htmlContent, html),
    nulls,
  };
  if (problems.length > 0) throw invalid(problems);
  return change;
};

/** The request's changes of a template's fields. */
export const changedTemplate = (
  before: Pick<EmailTemplateRow, 'title' | 'subject' | 'htmlContent'>,
  { title, subject, htmlContent, nulls }: TemplateChange,
): Pick<EmailTemplateRow, 'title' | 'subject' | 'htmlContent'> => ({
  title: title ?? before.title,
  subject: changeLocalised('subject', before.subject, subject, nulls),
  htmlContent: changeLocalised('htmlContent', before.htmlContent, htmlContent, nulls),
});
