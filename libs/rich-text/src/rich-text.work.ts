import { defineWork } from '@parley/threads';
import { richTextFromHtml } from './from-html';
import { richTextFromMarkdown } from './from-markdown';

/** Reading Markdown, for a thread. */
export const markdownWork = defineWork('rich-text.from-markdown', richTextFromMarkdown);
/** Reading HTML, for a thread. */
export const htmlWork = defineWork('rich-text.from-html', richTextFromHtml);
