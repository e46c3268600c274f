import { invalid, tooLarge } from '@parley/errors';
import {
  changedTemplate,
  MAX_HTML,
  MAX_SUBJECT,
  type EmailTemplateRow,
  findTemplate,
  lockTemplate,
  cleanTemplateHtml,
  writeTemplate,
} from '../../email-templates';
import { resolveLanguage } from '../entry';
import { templateEntry } from '../entry.sources';
import { readField, readTextUpTo } from '../read-fields';
import { shownFields, type Translated, type Translation } from './translation';

const translated = (row: EmailTemplateRow): Translated => ({
  entry: templateEntry(row),
  fieldsIn: shownFields({ subject: row.subject, htmlContent: row.htmlContent }),
});

const FIELD = 'fields.htmlContent';

/** HTML that may be shown. */
const readHtml = async (value: unknown): Promise<string> => {
  if (typeof value !== 'string') throw invalid({ field: FIELD, message: 'must be HTML or null' });
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_HTML) throw tooLarge(`${FIELD} has ${bytes} bytes, at most ${MAX_HTML} are possible.`);
  return cleanTemplateHtml(value, FIELD);
};

/** A push to an e-mail template is an update of it. */
export const templateTranslation: Translation = {
  read: async (fields) => {
    const { htmlContent: html } = fields;
    return html === undefined || html === null ? fields : { ...fields, htmlContent: await readHtml(html) };
  },
  find: async (store, projectId, id) => {
    const row = await findTemplate(store, projectId, id);
    return row && translated(row);
  },
  push: async ({ clock }, tx, projectId, id, push, { scope }) => {
    const before = await lockTemplate(tx, projectId, id);
    if (!before) return undefined;
    const { fields } = push;
    const language = resolveLanguage(templateEntry(before), push.language);
    const change = {
      title: undefined,
      subject: readField(fields, 'subject', language, before.subject[language], readTextUpTo(MAX_SUBJECT)),
      htmlContent: readField(
        fields,
        'htmlContent',
        language,
        before.htmlContent[language],
        readTextUpTo(Infinity),
      ),
      nulls: [],
    };
    return translated(await writeTemplate(tx, before, changedTemplate(before, change), scope.actor, clock()));
  },
};
