import { invalid, tooLarge } from '@parley/errors';
import { cleanHtml } from '../../email-templates/clean-html';
import { changedTemplate, MAX_HTML, MAX_SUBJECT } from '../../email-templates/email-template.input';
import {
  type EmailTemplateRow,
  findTemplate,
  lockTemplate,
} from '../../email-templates/email-template.store';
import { writeTemplate } from '../../email-templates/write-template';
import { languageOf } from '../entry';
import { templateEntry } from '../entry.sources';
import { type FieldReader, readField, textOf } from '../read-fields';
import { shownFields, type Translated, type Translation } from './translation';

const translated = (row: EmailTemplateRow): Translated => ({
  entry: templateEntry(row),
  fieldsIn: shownFields({ subject: row.subject, htmlContent: row.htmlContent }),
});

const htmlOf: FieldReader<string> = (value, path, now) => {
  if (typeof value !== 'string') throw invalid({ field: path, message: 'must be HTML or null' });
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_HTML) throw tooLarge(`${path} has ${bytes} bytes, at most ${MAX_HTML} are possible.`);
  return value === now ? now : cleanHtml(value, path);
};

/** A push to an e-mail template is an update of it. */
export const templateTranslation: Translation = {
  find: async (store, projectId, id) => {
    const row = await findTemplate(store, projectId, id);
    return row && translated(row);
  },
  push: async ({ clock }, tx, projectId, id, push, { scope }) => {
    const before = await lockTemplate(tx, projectId, id);
    if (!before) return undefined;
    const { fields } = push;
    const language = languageOf(templateEntry(before), push.language);
    const change = {
      title: undefined,
      subject: readField(fields, 'subject', language, before.subject[language], textOf(MAX_SUBJECT)),
      htmlContent: readField(fields, 'htmlContent', language, before.htmlContent[language], htmlOf),
      nulls: [],
    };
    return translated(await writeTemplate(tx, before, changedTemplate(before, change), scope.actor, clock()));
  },
};
