import { defineWork, inThread, estimateSize } from '@parley/threads';
import type { RichText } from './document';
import { richTextFromHtml } from './from-html';
import { richTextFromMarkdown } from './from-markdown';
import { toHtml } from './to-html';
import { toMarkdown } from './to-markdown';

const fromMarkdownWork = defineWork('rich-text.from-markdown', richTextFromMarkdown);
const fromHtmlWork = defineWork('rich-text.from-html', richTextFromHtml);
const toMarkdownWork = defineWork('rich-text.to-markdown', toMarkdown);
const toHtmlWork = defineWork('rich-text.to-html', toHtml);

/** As `richTextFromMarkdown`; long Markdown is read in a thread. */
export const readMarkdown = (markdown: string): Promise<RichText> =>
  inThread(fromMarkdownWork, markdown.length, markdown);

/** As `richTextFromHtml`; long HTML is read in a thread. */
export const readHtml = (html: string): Promise<RichText> => inThread(fromHtmlWork, html.length, html);

/** As `toMarkdown`; a long document is written in a thread. */
export const writeMarkdown = (document: RichText): Promise<string> =>
  inThread(toMarkdownWork, estimateSize(document), document);

/** As `toHtml`; a long document is written in a thread. */
export const writeHtml = (document: RichText): Promise<string> =>
  inThread(toHtmlWork, estimateSize(document), document);
