import { defineWork, inThread, estimateSize } from '@parley/threads';
import { cleanHtml } from './clean-html';
import { readTemplate, type TemplateChange } from './email-template.input';

const readWork = defineWork('helpcenter.read-template', readTemplate);
const cleanWork = defineWork('helpcenter.clean-template', cleanHtml);

/** As `readTemplate`; a long template is read in a thread. */
export const readTemplateSent = (
  { title, subject, htmlContent }: Parameters<typeof readTemplate>[0],
  nulls: readonly string[],
  defaultLanguage: string,
): Promise<TemplateChange> => {
  const sent = { title, subject, htmlContent };
  return inThread(readWork, estimateSize(sent), sent, nulls, defaultLanguage);
};

/** As `cleanHtml`; long HTML is cleaned in a thread. */
export const cleanTemplateHtml = (html: string, field: string): Promise<string> =>
  inThread(cleanWork, html.length, html, field);
