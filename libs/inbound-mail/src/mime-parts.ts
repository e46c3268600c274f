import { decodeText } from './charset';
import { dropControls, oneLine } from './clean-text';
import { decodeWords } from './encoded-words';
import { decodeTexts, restoreLineEnds, type TextSource } from './decode.work';
import type { MimeNode } from './parse-mime';
import { takeUuencoded } from './uuencode';

const MAX_NAME = 256;
/** Longest name of which the ending is kept. */
const MAX_LONG_NAME = 2_000;

/** A file of a mail. */
export interface EmailPart {
  name: string;
  type: string;
  /** By which the HTML shows it. */
  contentId: string | undefined;
  content: Uint8Array;
}

/** A piece of the body: HTML, text, or both as alternatives of the same. */
export interface BodyPart {
  html?: string | undefined;
  text?: string | undefined;
}

/** The body of a mail in its order, and its files. */
export interface MailParts {
  bodies: BodyPart[];
  parts: EmailPart[];
}

const KNOWN_TYPE = /^(?:text|image|audio|video|application|multipart|message|model|font|x-[\w-]{1,40})\/./;

/** The type of a part. One that is none is text (RFC 2045), unless the part is a file. */
const typeOf = (node: MimeNode): string => {
  const { value } = node.contentType.parsed;
  if (value === '' || KNOWN_TYPE.test(value)) return value || 'text/plain';
  if (fileName(node) !== '' || node.contentTransferEncoding.encoding === 'base64')
    return 'application/octet-stream';
  return value.includes('html') ? 'text/html' : 'text/plain';
};
const disposition = ({ contentDisposition }: MimeNode): string =>
  contentDisposition.parsed.value.trim().toLowerCase();
const fileName = ({ contentDisposition, contentType }: MimeNode): string =>
  decodeWords(contentDisposition.parsed.params['filename'] || contentType.parsed.params['name'] || '');

/** A name of a file as it is kept: on one line, without folders and signs that change the direction of others. */
export const cleanName = (name: string): string => {
  const clean = oneLine(dropControls(name).replaceAll(/[/\\]/g, '_'), MAX_LONG_NAME);
  const ending = /\.[^.\s]{1,20}$/.exec(clean)?.[0] ?? '';
  return clean.length <= MAX_NAME ? clean : `${oneLine(clean, MAX_NAME - ending.length)}${ending}`;
};

const isCalendar = (type: string): boolean => type === 'text/calendar' || type === 'application/ics';
const isBodyType = (type: string): boolean => type === 'text/plain' || type === 'text/html';

const bytesOf = ({ content }: MimeNode): Uint8Array => new Uint8Array(content ?? new ArrayBuffer(0));

/** Bytes of a file in which control characters are searched. */
const SAMPLE = 65_536;

const hasControls = (bytes: Uint8Array): boolean => bytes.subarray(0, SAMPLE).some((byte) => byte < 0x09);

/** The content of a file. Lines of parts that are no base64 have lost their ends while they were parsed. */
const fileBytes = async (node: MimeNode, lineEnd: string): Promise<Uint8Array> => {
  const bytes = bytesOf(node);
  const { encoding } = node.contentTransferEncoding;
  if (/^base64/.test(encoding)) return bytes;
  if (/^x?-?uu/.test(encoding)) {
    const [file] = takeUuencoded(Buffer.from(bytes).toString('latin1')).files;
    if (file) return file.content;
  }
  // The line end before a boundary belongs to the boundary.
  const content = node.parentNode !== undefined && bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  // Other types in quoted-printable have all bytes as codes, and those with control characters have no lines.
  const isText = /^(?:text|message)\//.test(typeOf(node));
  const hasLines = isText || (/^(?:[78]bit)?$/.test(encoding) && !hasControls(content));
  return hasLines && lineEnd !== '\n' ? restoreLineEnds(content, lineEnd) : content;
};

/** The subject of an attached mail as the name of its file. */
const subjectName = (content: Uint8Array): string => {
  const head =
    Buffer.from(content.subarray(0, 65_536))
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const value = /^subject:((?:.|\r?\n[ \t])*)/im.exec(head)?.[1] ?? '';
  const subject = decodeWords(
    decodeText(Buffer.from(value.replaceAll(/\r?\n/g, ''), 'latin1'), undefined),
  ).trim();
  return subject === '' ? '' : cleanName(`${[...subject].slice(0, 200).join('')}.eml`);
};

const toFile = async (node: MimeNode, lineEnd: string): Promise<EmailPart> => {
  const content = await fileBytes(node, lineEnd);
  const type = typeOf(node);
  const name = cleanName(fileName(node));
  return {
    name: name || (type === 'message/rfc822' ? subjectName(content) : ''),
    type,
    contentId: node.contentId?.replaceAll(/^\s*<|>\s*$/g, ''),
    content,
  };
};

const toSource = (node: MimeNode): TextSource => {
  const { params } = node.contentType.parsed;
  return {
    content: bytesOf(node),
    charset: params['charset'],
    isHtml: typeOf(node) === 'text/html',
    isFlowed: /^flowed$/i.test(params['format'] ?? ''),
    deletesSpace: /^yes$/i.test(params['delsp'] ?? ''),
  };
};

/** The texts of the body, each with the number of the piece that it belongs to, and the files. */
interface SortedNodes {
  texts: { piece: number; node: MimeNode }[];
  files: MimeNode[];
}

const isFile = (node: MimeNode, isChoice: boolean): boolean => {
  const type = typeOf(node);
  if (disposition(node) === 'attachment') return true;
  if (isChoice) return isCalendar(type) || type.startsWith('image/');
  return !isBodyType(type) || (fileName(node) !== '' && node.parentNode !== undefined);
};

/** Of alternatives without text and HTML: the first text of another kind. */
const otherText = ({ childNodes }: MimeNode): MimeNode | undefined =>
  childNodes.find(
    (child) =>
      typeOf(child).startsWith('text/') && !isCalendar(typeOf(child)) && disposition(child) !== 'attachment',
  );

/** Sorts the parts of a mail into texts and files. Alternatives are one piece; each direct child of them is a choice. */
const sortNodes = (root: MimeNode): SortedNodes => {
  const sorted: SortedNodes = { texts: [], files: [] };
  let pieces = 0;
  const visit = (node: MimeNode, piece: number | undefined, isChoice: boolean): void => {
    const { multipart } = node.contentType;
    if (multipart && node.childNodes.length > 0) {
      const isAlternative = multipart === 'alternative';
      const own = isAlternative ? (piece ?? (pieces += 1)) : piece;
      const before = sorted.texts.length;
      for (const child of node.childNodes) visit(child, own, isAlternative);
      const other = isAlternative && sorted.texts.length === before ? otherText(node) : undefined;
      if (other && own !== undefined) sorted.texts.push({ piece: own, node: other });
    } else if (!multipart && isFile(node, isChoice)) {
      if (node.content) sorted.files.push(node);
    } else if (multipart || !isChoice || isBodyType(typeOf(node))) {
      sorted.texts.push({ piece: piece ?? (pieces += 1), node });
    }
  };
  visit(root, undefined, false);
  return sorted;
};

const append = (before: string | undefined, text: string): string =>
  before === undefined ? text : `${before}\n${text}`;

/** Collects the body and the files of a mail. */
export const collectParts = async (root: MimeNode, lineEnd: string): Promise<MailParts> => {
  const { texts, files } = sortNodes(root);
  const sources = texts.map(({ node }) => toSource(node));
  const decoded = await decodeTexts(sources);
  const bodies = new Map<number, BodyPart>();
  const parts: EmailPart[] = [];
  for (const node of files) parts.push(await toFile(node, lineEnd));
  for (const [index, { text, files: inside }] of decoded.entries()) {
    const piece = texts[index]?.piece ?? 0;
    const body = bodies.get(piece) ?? {};
    bodies.set(piece, body);
    if (sources[index]?.isHtml) body.html = append(body.html, text);
    else body.text = append(body.text, text);
    for (const { name, content } of inside)
      parts.push({ name: cleanName(name), type: '', contentId: undefined, content });
  }
  return { bodies: [...bodies.values()], parts };
};
