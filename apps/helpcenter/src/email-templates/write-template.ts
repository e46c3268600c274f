import type { Actor } from '@parley/auth';
import type { Store } from '../db';
import { differences } from '../differences';
import { languageChangesAfter } from '../localised';
import { type EmailTemplateRow, updateTemplateRow } from './email-template.store';

/** Who is named as the last editor. */
export const toEditor = (actor: Actor): string | null => (actor.type === 'user' ? actor.id : null);

/** The one way in which an e-mail template changes, locked and read as `before`. What changes nothing writes nothing. */
export const writeTemplate = async (
  tx: Store,
  before: EmailTemplateRow,
  fields: Pick<EmailTemplateRow, 'title' | 'subject' | 'htmlContent'>,
  actor: Actor,
  at: Date,
): Promise<EmailTemplateRow> => {
  if (Object.keys(differences(before, fields)).length === 0) return before;
  const was = { subject: before.subject, htmlContent: before.htmlContent };
  const is = { subject: fields.subject, htmlContent: fields.htmlContent };
  const after = {
    ...before,
    ...fields,
    lastEditedBy: toEditor(actor),
    languageChanges: languageChangesAfter(before.languageChanges, was, is, at),
    updatedAt: at,
  };
  await updateTemplateRow(tx, after);
  return after;
};
