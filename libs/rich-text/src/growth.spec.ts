import { expectBoundedWork, expectLinearWork, textShapes } from '@parley/testing';
import {
  normalizeRichText,
  pageMarkdownToHtml,
  type RichText,
  type RichTextNode,
  richTextFromHtml,
  richTextFromMarkdown,
  toHtml,
  toMailText,
  toMarkdown,
  toPlainText,
} from './index';

/** Units that fit into a document of 204,800 bytes, and into HTML, in any script. */
const DOCUMENT = 60_000;
const HTML = 200_000;

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

const makeDocuments = (text: string): RichText[] => [
  normalizeRichText(text, 'comment', 2_000_000),
  doc({ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text }] }),
  doc({
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text)] }] }],
  }),
];

const written = (one: RichText): string[] => [
  toMarkdown(one),
  toHtml(one),
  toPlainText(one),
  toMailText(one),
];

it.each(textShapes)('takes no more than its length of a document of %j', async (unit) => {
  await expectLinearWork(unit, DOCUMENT, (text) => makeDocuments(text).map(written), 600);
  await expectLinearWork(unit, DOCUMENT, richTextFromMarkdown);
  await expectLinearWork(unit, DOCUMENT, pageMarkdownToHtml);
  await expectLinearWork(unit, HTML, richTextFromHtml, 500);
});

it('takes no more than its length of a document of many paragraphs', async () => {
  const many = doc(...Array.from({ length: 2_000 }, (_, n) => paragraph(`Paragraph ${n} says *something*.`)));
  await expectBoundedWork(() => written(many));
});
