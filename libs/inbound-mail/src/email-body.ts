import { DomainError } from '@parley/errors';
import {
  isEmptyRichText,
  normalizeRichText,
  type RichText,
  richTextFromHtml,
  type RichTextNode,
} from '@parley/rich-text';
import { cleanLines } from './clean-text';
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  parseHtml,
  roughText,
  collectText,
  writeHtml,
} from './html-tree';
import { cutQuotedHtml } from './quoted-html';
import { isAnswerSubject, isForwardSubject } from './mail-headers';
import { type Cut, cutQuotedText, type QuoteOptions } from './quoted-text';
import type { EmailPart, ReceivedEmail } from './read-email';
import { withoutTokens } from './reply-address';

/** Most bytes of text in a comment; with its structure it stays below the limit of a comment. */
const MAX_TEXT_BYTES = 100_000;
/** Most lines of a comment: each costs about 50 bytes beside its text. */
const MAX_LINES = 2000;
/** Most characters of quoted text that are kept beside a mail. */
const MAX_QUOTED = 20_000;

/** Most characters of HTML that are read, without the pictures that are written into it: all of it is in memory as a tree. */
export const MAX_HTML = 1_000_000;
/** Most tags of HTML that is read: each costs time, in which the event loop waits. */
export const MAX_TAGS = 15_000;
/** Most characters of a text in which quotes are looked for. */
const MAX_SEARCHED = 1_000_000;

/** The whole of a body that a comment cannot hold. */
interface BodyFile {
  name: string;
  content: Uint8Array;
}

/** The own words of a mail, as plain data. */
export interface EmailBody {
  /** Its HTML; undefined when only its text is used. */
  html: string | undefined;
  text: string;
  /** Beginning of the quoted text. */
  quotedText: string | undefined;
  /** Content ids of the pictures that the tree shows. */
  shown: Set<string>;
  /** Content ids of the pictures that only the quote showed. */
  quotedPictures: Set<string>;
  /** Pictures that are written into the HTML. */
  embedded: EmailPart[];
  /** HTML that is too large to be read. */
  whole?: BodyFile;
}

/** A body as a comment, and as a file when the comment only holds the beginning. */
export interface FittedBody {
  comment: RichText | null;
  whole?: BodyFile;
}

const picturesIn = (nodes: readonly HtmlNode[]): HtmlElement[] => {
  const found: HtmlElement[] = [];
  const visit = (node: HtmlNode): void => {
    if (isElement(node) && node.name === 'img') found.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return found;
};

const readContentId = (source: string): string | undefined => {
  if (!/^cid:/i.test(source)) return undefined;
  try {
    return decodeURIComponent(source.slice(4).trim());
  } catch {
    return source.slice(4).trim();
  }
};

const DATA_URL = /^data:(image\/[\w.+-]{1,60});base64,/i;

/** Pictures of one pixel notify senders that a mail was opened. */
const isPixel = ({ attribs: { width, height } }: HtmlElement): boolean =>
  [width, height].some((size) => /^[01](px)?$/.test((size ?? '').trim()));

/** Makes parts of the pictures that are written into the HTML, and takes out those that only watch. */
const settlePictures = (tree: HtmlNode[]): Pick<EmailBody, 'shown' | 'embedded'> => {
  const shown = new Set<string>();
  const embedded: EmailPart[] = [];
  for (const picture of picturesIn(tree)) {
    const source = picture.attribs['src'] ?? '';
    const [prefix, type] = DATA_URL.exec(source.slice(0, 100)) ?? [];
    if (isPixel(picture)) delete picture.attribs['src'];
    else if (prefix !== undefined && type !== undefined) {
      const contentId = `embedded-${embedded.length + 1}`;
      embedded.push({
        name: '',
        type,
        contentId,
        content: Buffer.from(source.slice(prefix.length), 'base64'),
      });
      picture.attribs['src'] = `cid:${contentId}`;
      shown.add(contentId);
    } else {
      const contentId = readContentId(source);
      if (contentId !== undefined) shown.add(contentId);
    }
  }
  return { shown, embedded };
};

const NO_PICTURES = { shown: new Set<string>(), quotedPictures: new Set<string>(), embedded: [] };

const contentIdsIn = (tree: HtmlNode[]): string[] =>
  picturesIn(tree).flatMap((picture) => readContentId(picture.attribs['src'] ?? '') ?? []);

const cleanQuote = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cleanLines(withoutTokens(text)).slice(0, MAX_QUOTED).toWellFormed();

const PICTURES = /data:image\/[\w.+-]{1,60};base64,[a-z0-9+/=%\s]*/gi;

const hasTooManyTags = (html: string): boolean => {
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0 && tags <= MAX_TAGS; at = html.indexOf('<', at + 1)) tags += 1;
  return tags > MAX_TAGS;
};

const isTooLarge = (html: string): boolean =>
  hasTooManyTags(html) || (html.length > MAX_HTML && html.replaceAll(PICTURES, '').length > MAX_HTML);

const cutText = (text: string, options: QuoteOptions): Cut =>
  text.length > MAX_SEARCHED ? { kept: text } : cutQuotedText(text, options);

const largeBody = (html: string, text: string | undefined, options: QuoteOptions): EmailBody => {
  const beginning = html.slice(0, MAX_HTML).replace(/<[^<>]*$/, '');
  const { kept, quoted } = cutText(cleanLines(text ?? roughText(beginning)), options);
  const whole = toFile(withoutTokens(html));
  return { html: undefined, text: kept, quotedText: cleanQuote(quoted), ...NO_PICTURES, whole };
};

type BodySource = Pick<ReceivedEmail, 'html' | 'text' | 'subject' | 'references'>;

const toOptions = ({ references, subject }: BodySource): QuoteOptions => ({
  isAnswer: references.length > 0 || isAnswerSubject(subject),
});

/** The content of a mail with a body that takes too long to be read: its text with all quotes, and its HTML as a file. */
export const unreadBody = (email: BodySource): EmailBody => {
  const { html, text = '' } = email;
  if (html !== undefined) return largeBody(html, email.text, toOptions(email));
  return { html: undefined, text: cleanLines(text), quotedText: undefined, ...NO_PICTURES };
};

/**
 * Separates a mail's own words from its quotes: by the marks in its HTML, else by the words in its text. A mail without a mark but
 * with quotes in its text is read as text. A forwarded mail is content.
 */
export const readBody = (email: BodySource): EmailBody => {
  const { html, text, subject } = email;
  const options = toOptions(email);
  if (html !== undefined && isTooLarge(html)) return largeBody(html, text, options);
  const tree = html === undefined ? undefined : parseHtml(html);
  const isForward = isForwardSubject(subject);
  const all = tree ? contentIdsIn(tree) : [];
  const quotedHtml = tree && !isForward ? cutQuotedHtml(tree, options) : undefined;
  if (tree && quotedHtml !== undefined) {
    const { shown, embedded } = settlePictures(tree);
    const quotedPictures = new Set(all.filter((id) => !shown.has(id)));
    return {
      html: writeHtml(tree),
      text: collectText(tree),
      quotedText: cleanQuote(quotedHtml),
      shown,
      quotedPictures,
      embedded,
    };
  }
  const plain = cleanLines(text ?? (tree ? collectText(tree) : roughText(html ?? '')));
  const { kept, quoted }: Cut = isForward ? { kept: plain } : cutText(plain, options);
  if (tree && quoted === undefined) {
    const pictures = { ...NO_PICTURES, ...settlePictures(tree) };
    return { html: writeHtml(tree), text: collectText(tree), quotedText: undefined, ...pictures };
  }
  return { html: undefined, text: kept, quotedText: cleanQuote(quoted), ...NO_PICTURES };
};

/** The beginning of a text that has at most so many bytes. */
const cutToBytes = (text: string, bytes: number): string => {
  const buffer = Buffer.from(text);
  return buffer.length <= bytes
    ? text
    : new TextDecoder().decode(buffer.subarray(0, bytes), { stream: true });
};

const isBlank = (block: RichTextNode): boolean => isEmptyRichText({ type: 'doc', content: [block] });

/** A document without the empty lines around it, which a cut leaves; null when it shows nothing. */
const asComment = ({ content }: RichText): RichText | null => {
  const first = content.findIndex((block) => !isBlank(block));
  const last = content.findLastIndex((block) => !isBlank(block));
  return first < 0 ? null : { type: 'doc', content: content.slice(first, last + 1) };
};

const textComment = (text: string): FittedBody => {
  const clean = withoutTokens(cleanLines(text)).trim();
  const beginning = cutToBytes(clean, MAX_TEXT_BYTES);
  // Text of line ends alone has more structure than text.
  const lines = beginning.split('\n').slice(0, MAX_LINES).join('\n');
  const comment = asComment(normalizeRichText(lines, 'mime'));
  return lines.length === clean.length
    ? { comment }
    : { comment, whole: { name: 'message.txt', content: Buffer.from(clean) } };
};

/** The text of a body alone as a comment; its HTML, if it has any, is a file. */
export const plainBody = ({ html, text, whole: file }: EmailBody): FittedBody => {
  const whole = html === undefined ? file : toFile(withoutTokens(html));
  return { ...textComment(text), ...(whole && { whole }) };
};

const toFile = (markup: string): BodyFile => ({ name: 'message.html', content: Buffer.from(markup) });

/**
 * Makes a comment of a body. A body that is too large or too deep is cut to the beginning of its text, and the whole of it
 * is a file.
 *
 * @param urls Where the pictures are, by their content ids.
 */
export const fitBody = (body: EmailBody, urls: ReadonlyMap<string, string>): FittedBody => {
  const { html, text } = body;
  const tree = html === undefined ? undefined : parseHtml(html);
  if (!tree) return plainBody(body);
  for (const picture of picturesIn(tree)) {
    const contentId = readContentId(picture.attribs['src'] ?? '');
    if (contentId !== undefined) picture.attribs['src'] = urls.get(contentId) ?? '';
  }
  const markup = withoutTokens(writeHtml(tree));
  try {
    return { comment: asComment(richTextFromHtml(markup)) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  return { comment: textComment(text).comment, whole: toFile(markup) };
};
