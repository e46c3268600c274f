import { isEmptyRichText, normalizeRichText } from '@parley/rich-text';
import { defineWork } from '@parley/threads';
import { cutPassages, type Passage } from '../passages';
import type { DocumentText } from '../documents';
import { cleanHtml } from './clean-html';
import { readSections } from './sections';

/** A text as it is kept, cleaned when it is HTML, with its sections, for a thread. */
export const contentWork = defineWork('knowledge.content', (sent: string, format: string) => {
  const content = format === 'html' ? cleanHtml(sent) : sent;
  return { content, sections: readSections(content, format) };
});

/** A rich-text document of at most so many bytes as it is kept, for a thread. */
export const documentWork = defineWork('knowledge.document', (sent: unknown, maxBytes: number) => {
  const document = normalizeRichText(sent, 'content', maxBytes);
  return { document, isEmpty: isEmptyRichText(document) };
});

/** The sections of a kept page, for a thread. */
export const sectionsWork = defineWork('knowledge.sections', readSections);

/** The passages of texts, for a thread. */
export const passagesWork = defineWork('knowledge.passages', (texts: readonly DocumentText[]): Passage[] =>
  texts.flatMap(cutPassages),
);
