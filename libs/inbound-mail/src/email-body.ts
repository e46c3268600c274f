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
import { isPixel, joinBodies } from './alternatives';
import { cutQuotedHtml } from './quoted-html';
import { isAnswerSubject, isForwardSubject } from './mail-headers';
import type { QuoteOptions } from './history';
import type { BodyPart, EmailPart } from './mime-parts';
import { type Cut, cutQuotedText } from './quoted-text';
import type { ReceivedEmail } from './read-email';
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

const largeBody = (html: string, text: string, options: QuoteOptions): EmailBody => {
  const { kept, quoted } = cutText(text, options);
  const whole = toFile(withoutTokens(html));
  return { html: undefined, text: kept, quotedText: cleanQuote(quoted), ...NO_PICTURES, whole };
};

type BodySource = Pick<ReceivedEmail, 'bodies' | 'subject' | 'references'>;

const toOptions = ({ references, subject }: BodySource): QuoteOptions => ({
  isAnswer: references.length > 0 || isAnswerSubject(subject),
  isForward: isForwardSubject(subject),
});

const textOf = ({ html, text }: BodyPart): string =>
  text ?? roughText((html ?? '').slice(0, MAX_HTML).replace(/<[^<>]*$/, ''));

const joinTexts = (bodies: readonly BodyPart[]): string => cleanLines(bodies.map(textOf).join('\n'));

/** The content of a mail with a body that takes too long to be read: its text with all quotes, and its HTML as a file. */
export const unreadBody = (email: BodySource): EmailBody => {
  const html = email.bodies.flatMap((body) => body.html ?? []).join('\n');
  if (html !== '') return largeBody(html, joinTexts(email.bodies), toOptions(email));
  return { html: undefined, text: joinTexts(email.bodies), quotedText: undefined, ...NO_PICTURES };
};

/** Separates a mail's own words from its history. */
export const readBody = (email: BodySource): EmailBody => {
  const options = toOptions(email);
  const html = email.bodies.flatMap((body) => body.html ?? []).join('\n');
  const body = isTooLarge(html) ? undefined : joinBodies(email.bodies);
  if (!body) return largeBody(html, joinTexts(email.bodies), options);
  if ('text' in body) {
    const { kept, quoted } = cutText(body.text, options);
    return { html: undefined, text: kept, quotedText: cleanQuote(quoted), ...NO_PICTURES };
  }
  const { tree } = body;
  const all = contentIdsIn(tree);
  const quoted = cutQuotedHtml(tree, options);
  const { shown, embedded } = settlePictures(tree);
  const quotedPictures = new Set(quoted === undefined ? [] : all.filter((id) => !shown.has(id)));
  return {
    html: writeHtml(tree),
    text: collectText(tree),
    quotedText: cleanQuote(quoted),
    shown,
    quotedPictures,
    embedded,
  };
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
