import { invalid, tooLarge } from '@parley/errors';
import { Parser } from 'htmlparser2';
import { buildDocument, type DocumentBuilder, textBlocks } from './document-builder';
import { MAX_HTML_BYTES, type RichText, type RichTextMark, type RichTextNode } from './document';
import {
  toContainer,
  type ElementAttributes,
  toImage,
  isBoundary,
  isSkipped,
  toMark,
  toMention,
} from './html-elements';
import { normalizeRichText } from './normalize';
import { isSafeLink } from './urls';

/** Open elements the parser may hold: its cost per element grows with them. */
const MAX_OPEN_ELEMENTS = 1000;

/** Most elements that are read: a document has room for far fewer. */
export const MAX_ELEMENTS = 20_000;

/** Open nodes; deeper ones are flattened. The repair of wrong nesting may need three levels for each. */
const MAX_OPEN_NODES = 30;

const FIELD = 'html';

/** An element that is open, with what its end has to undo. */
interface OpenElement {
  tag: string;
  skipped: boolean;
  node?: RichTextNode | undefined;
  mark?: RichTextMark | undefined;
}

const addImage = (builder: DocumentBuilder, attrs: ElementAttributes, linked: boolean): void => {
  const image = toImage(attrs);
  const { type } = builder.top();
  if (type === 'codeBlock' && !linked) return;
  if (linked || textBlocks.has(type)) builder.addInline(image);
  else builder.addBlock(image);
};

const readHtml = (html: string): RichTextNode => {
  const builder = buildDocument();
  const elements: OpenElement[] = [];
  let skipping = 0;
  let count = 0;
  let marks: RichTextMark[] = [];
  const setMarks = (next: RichTextMark[]): void => {
    marks = next;
    builder.setMarks(next);
  };

  const openElement = (tag: string, attrs: ElementAttributes): Partial<OpenElement> => {
    const inCode = builder.top().type === 'codeBlock';
    const mention = toMention(tag, attrs);
    if (mention && !inCode) {
      builder.addInline(mention);
      return { skipped: true };
    }
    if (tag === 'br') {
      if (inCode) builder.addText('\n');
      else builder.addInline({ type: 'hardBreak' });
    }
    if (tag === 'hr') builder.addBlock({ type: 'horizontalRule' });
    if (tag === 'img') addImage(builder, attrs, marks.some(({ type }) => type === 'link') && !inCode);
    if (isBoundary(tag)) builder.endText();
    const node = builder.depth() <= MAX_OPEN_NODES ? toContainer(tag, attrs, builder.top()) : undefined;
    if (node) builder.open(node);
    else if (toContainer(tag, attrs, builder.top())) builder.endText();
    if (tag === 'code' && inCode) {
      const language = /(?:^|\s)language-(\S+)/.exec(attrs['class'] ?? '')?.[1];
      if (language) builder.top().attrs = { language };
      return {};
    }
    const mark = toMark(tag, attrs);
    const isUsed =
      mark && !marks.some(({ type }) => type === mark.type) && (tag !== 'a' || isSafeLink(attrs['href']));
    if (isUsed) setMarks([...marks, mark]);
    return { node, mark: isUsed ? mark : undefined };
  };

  const parser = new Parser({
    onopentag: (tag, attrs) => {
      count += 1;
      if (count > MAX_ELEMENTS) throw tooLarge(`HTML may have at most ${MAX_ELEMENTS} elements.`);
      if (elements.length >= MAX_OPEN_ELEMENTS) {
        throw invalid({ field: FIELD, message: `has more than ${MAX_OPEN_ELEMENTS} elements open at once` });
      }
      const skipped = skipping > 0 || isSkipped(tag, attrs);
      const element = { tag, skipped, ...(!skipped && openElement(tag, attrs)) };
      if (element.skipped) skipping += 1;
      elements.push(element);
    },
    onclosetag: () => {
      const element = elements.pop();
      if (!element) return;
      if (element.skipped) {
        skipping -= 1;
        return;
      }
      if (element.node) builder.close(element.node);
      if (element.mark) setMarks(marks.filter((mark) => mark !== element.mark));
      if (isBoundary(element.tag)) builder.endText();
    },
    ontext: (text) => {
      if (skipping > 0) return;
      // The line end right after <pre> only makes the source readable.
      const isFirst = elements.at(-1)?.tag === 'pre' && builder.top().content === undefined;
      builder.addText(isFirst ? text.replace(/^\r?\n/, '') : text);
    },
  });
  parser.end(html);
  builder.endText();
  return builder.doc;
};

/**
 * Reads HTML, for example of an e-mail, as a document: known elements become nodes and marks, others leave their
 * content, scripts, styles, embedded and hidden things go. NUL and lone surrogates become U+FFFD, as in HTML.
 *
 * @throws DomainError `tooLarge` for more than `MAX_HTML_BYTES` or `MAX_ELEMENTS` of HTML or a document over
 * `MAX_RICH_TEXT_BYTES`;
 * `invalid` for more than 1,000 elements open at once.
 */
export const richTextFromHtml = (html: string): RichText => {
  if (Buffer.byteLength(html) > MAX_HTML_BYTES)
    throw tooLarge(`HTML may have at most ${MAX_HTML_BYTES} bytes.`);
  return normalizeRichText(readHtml(html.toWellFormed().replaceAll('\0', '\uFFFD')), FIELD);
};
