export { createEmailTemplate } from './create-email-template';
export { deleteEmailTemplate } from './delete-email-template';
export { changedTemplate, MAX_HTML, MAX_SUBJECT } from './email-template.input';
export { type EmailTemplateRow, findTemplate, lockTemplate } from './email-template.store';
export { cleanTemplateHtml } from './email-template.work';
export { getEmailTemplate } from './get-email-template';
export { listEmailTemplates } from './list-email-templates';
export { updateEmailTemplate } from './update-email-template';
export { writeTemplate } from './write-template';
