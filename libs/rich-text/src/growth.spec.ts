import { expectBoundedWork, shapeOf, textShapes } from '@parley/testing';
import {
  normalizeRichText,
  type RichText,
  type RichTextNode,
  richTextFromHtml,
  richTextFromMarkdown,
  toHtml,
  toMarkdown,
  toPlainText,
} from './index';

/** Units that fit into a document of 204,800 bytes, and into HTML, in any script. */
const DOCUMENT = 60_000;
const HTML = 200_000;

const attempt = (work: () => unknown) => (): void => {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ name: 'DomainError' });
  }
};

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

it.each(textShapes)('takes no more than its length of a document of %j', async (unit) => {
  const text = shapeOf(unit, DOCUMENT);
  const cell = { type: 'tableCell', content: [paragraph(text)] };
  for (const one of [
    normalizeRichText(text, 'comment', 2_000_000),
    doc({ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text }] }),
    doc({ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }),
  ])
    await expectBoundedWork(() => [toMarkdown(one), toHtml(one), toPlainText(one)]);
  await expectBoundedWork(attempt(() => richTextFromMarkdown(text)));
  await expectBoundedWork(
    attempt(() => richTextFromHtml(shapeOf(unit, HTML))),
    500,
  );
});

it('takes no more than its length of a document of many paragraphs', async () => {
  const many = doc(...Array.from({ length: 2_000 }, (_, n) => paragraph(`Paragraph ${n} says *something*.`)));
  await expectBoundedWork(() => [toMarkdown(many), toHtml(many), toPlainText(many)]);
});
