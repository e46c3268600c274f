import type { EmailTemplate } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { EmailTemplateRow } from './email-template.store';

/** A stored e-mail template as the public document. */
export const presentTemplate = (row: EmailTemplateRow): EmailTemplate => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  title: row.title,
  subject: { ...row.subject },
  htmlContent: { ...row.htmlContent },
  lastEditedBy: row.lastEditedBy ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
