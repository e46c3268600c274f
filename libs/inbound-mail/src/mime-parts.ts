import { decodeText } from './charset';
import { dropControls, oneLine } from './clean-text';
import { decodeWords } from './encoded-words';
import { unflow } from './flowed';
import type { MimeNode } from './parse-mime';
import { takeUuencoded } from './uuencode';

const MAX_NAME = 256;

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

const typeOf = ({ contentType }: MimeNode): string => contentType.parsed.value || 'text/plain';
const disposition = ({ contentDisposition }: MimeNode): string =>
  contentDisposition.parsed.value.trim().toLowerCase();
const fileName = ({ contentDisposition, contentType }: MimeNode): string =>
  decodeWords(contentDisposition.parsed.params['filename'] || contentType.parsed.params['name'] || '');

/** A name of a file as it is kept: on one line, without folders and signs that change the direction of others. */
export const cleanName = (name: string): string =>
  oneLine(dropControls(name).replaceAll(/[/\\]/g, '_'), MAX_NAME);

const isCalendar = (type: string): boolean => type === 'text/calendar' || type === 'application/ics';
const isBodyType = (type: string): boolean => type === 'text/plain' || type === 'text/html';

const bytesOf = ({ content }: MimeNode): Uint8Array => new Uint8Array(content ?? new ArrayBuffer(0));

/** The content of a file. Lines of parts that are no base64 have lost their ends while they were parsed. */
const fileBytes = (node: MimeNode, lineEnd: string): Uint8Array => {
  const bytes = bytesOf(node);
  if (node.contentTransferEncoding.encoding === 'base64') return bytes;
  // The line end before a boundary belongs to the boundary.
  const content = node.parentNode !== undefined && bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  if (lineEnd === '\n' || !/^(?:text|message)\//.test(typeOf(node))) return content;
  const lines = Buffer.from(content).toString('latin1').replaceAll(/\r?\n/g, lineEnd);
  return Buffer.from(lines, 'latin1');
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

const toFile = (node: MimeNode, lineEnd: string): EmailPart => {
  const content = fileBytes(node, lineEnd);
  const type = typeOf(node);
  const name = cleanName(fileName(node));
  return {
    name: name || (type === 'message/rfc822' ? subjectName(content) : ''),
    type,
    contentId: node.contentId?.replaceAll(/^\s*<|>\s*$/g, ''),
    content,
  };
};

const readText = (node: MimeNode): string => {
  const { params } = node.contentType.parsed;
  const text = decodeText(bytesOf(node), params['charset'], typeOf(node) === 'text/html');
  return /^flowed$/i.test(params['format'] ?? '') ? unflow(text, /^yes$/i.test(params['delsp'] ?? '')) : text;
};

/** Collects the parts of a mail. */
export const collectParts = (root: MimeNode, lineEnd: string): MailParts => {
  const bodies: BodyPart[] = [];
  const parts: EmailPart[] = [];
  const addText = (node: MimeNode, body: BodyPart): void => {
    if (typeOf(node) === 'text/html') {
      body.html = body.html === undefined ? readText(node) : `${body.html}\n${readText(node)}`;
      return;
    }
    const { text, files } = takeUuencoded(readText(node));
    body.text = body.text === undefined ? text : `${body.text}\n${text}`;
    for (const { name, content } of files)
      parts.push({ name: cleanName(name), type: '', contentId: undefined, content });
  };
  const isFile = (node: MimeNode, isChoice: boolean): boolean => {
    const type = typeOf(node);
    if (disposition(node) === 'attachment') return true;
    if (isChoice) return isCalendar(type) || type.startsWith('image/');
    return !isBodyType(type) || (fileName(node) !== '' && node.parentNode !== undefined);
  };
  /** Alternatives of one content go into the same `body`; each direct child of them is a choice. */
  const visit = (node: MimeNode, body: BodyPart | undefined, isChoice: boolean): void => {
    const { multipart } = node.contentType;
    if (multipart && node.childNodes.length > 0) {
      const isAlternative = multipart === 'alternative';
      const own: BodyPart | undefined = isAlternative && !body ? {} : body;
      if (own && !body) bodies.push(own);
      for (const child of node.childNodes) visit(child, own, isAlternative);
      if (isAlternative && own && own.html === undefined && own.text === undefined) addOther(node, own);
      return;
    }
    if (!multipart && isFile(node, isChoice)) {
      if (node.content) parts.push(toFile(node, lineEnd));
      return;
    }
    if (!multipart && isChoice && !isBodyType(typeOf(node))) return;
    if (body) return addText(node, body);
    const single: BodyPart = {};
    bodies.push(single);
    addText(node, single);
  };
  /** Alternatives without text and HTML: the first text of another kind. */
  const addOther = (node: MimeNode, body: BodyPart): void => {
    const other = node.childNodes.find(
      (child) => typeOf(child).startsWith('text/') && disposition(child) !== 'attachment',
    );
    if (other && !isCalendar(typeOf(other))) body.text = readText(other);
  };
  visit(root, undefined, false);
  return { bodies: bodies.filter(({ html, text }) => html !== undefined || text !== undefined), parts };
};
