export { addressesIn } from './bare-address';
export {
  MAX_HTML_BYTES,
  MAX_RICH_TEXT_BYTES,
  MAX_RICH_TEXT_DEPTH,
  type RichText,
  type RichTextMark,
  type RichTextNode,
} from './document';
export { richTextFromHtml } from './from-html';
export { pageMarkdownToHtml, richTextFromMarkdown } from './from-markdown';
export { normalizeRichText } from './normalize';
export { readHtml, readMarkdown, writeHtml, writeMarkdown } from './rich-text.work';
export { toHtml } from './to-html';
export { toMailText } from './to-mail-text';
export { toMarkdown } from './to-markdown';
export { isEmptyRichText, toPlainText } from './to-plain-text';
