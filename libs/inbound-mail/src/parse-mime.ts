import { createRequire } from 'node:module';
import { isUtf8 } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import PostalMime, { type Email } from 'postal-mime';
import { type DomainError, invalid } from '@parley/errors';
import { decodeText } from './charset';

/** A part of a mail, or the mail itself, as the parser has it. */
export interface MimeNode {
  headers: { key: string; value: string }[];
  contentType: { parsed: Structured; multipart: string | false };
  contentTransferEncoding: { encoding: string };
  contentDisposition: { parsed: Structured };
  contentId?: string | undefined;
  /** Decoded; of a part with parts, what stands before them. */
  content: ArrayBuffer | null;
  childNodes: MimeNode[];
  parentNode?: MimeNode | undefined;
}

interface Structured {
  value: string;
  params: Record<string, string>;
}

/** The headers of a parsed mail, and the tree of its parts. */
export interface ParsedMail extends Pick<Email, 'headers'> {
  root: MimeNode;
}

/** 400: the content is no readable mail. */
const unreadable = (message: string): DomainError => invalid({ field: 'mime', message });

const OPTIONS = {
  forceRfc822Attachments: true,
  maxHeadersSize: 1024 * 1024,
  maxNestingDepth: 50,
};

/** Most lines of a mail. 30 MB of files have 400,000; each costs time and up to 2 KB of memory, even an empty one. */
const MAX_LINES = 450_000;
/** Lines beyond which a mail is parsed in a thread of its own, since parsing does not let other work have its turn. */
const OWN_THREAD_LINES = 5_000;
/** The same in bytes: lines may be long. */
const OWN_THREAD_BYTES = 8 * 1024 * 1024;
const THREAD_MEMORY_MB = 256;
const THREAD_SECONDS = 40;

/** One such thread at a time in a process, because each may take 1 GB. */
const threadTurns = new PQueue({ concurrency: 1 });

// The parser has a Blob put the lines of a part together, for which Node.js takes seconds: it asks for them one by one.
const THREAD = `
const NEWLINE = Buffer.from('\\n');
globalThis.Blob = class {
  constructor(parts) { this.parts = parts; }
  async arrayBuffer() {
    const bytes = (part) => (part === '\\n' ? NEWLINE : part instanceof Uint8Array ? part : Buffer.from(part));
    const whole = Buffer.concat(this.parts.map(bytes));
    const isAlone = whole.length === whole.buffer.byteLength;
    return isAlone ? whole.buffer : whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
  }
};
const { parentPort, workerData: { parser, mime, options } } = require('node:worker_threads');
const parsing = new (require(parser).default)(options);
const strip = (node) => {
  delete node.postalMime;
  delete node.options;
  node.childNodes.forEach(strip);
};
const contents = new Set();
const collect = (node) => {
  if (node.content) contents.add(node.content);
  node.childNodes.forEach(collect);
};
parsing.parse(mime).then(({ headers }) => {
  strip(parsing.root);
  collect(parsing.root);
  // The contents of the parts change hands: copies of a large mail would be as large again.
  parentPort.postMessage({ headers, root: parsing.root }, [...contents]);
});`;

const parseHere = async (mime: Uint8Array): Promise<ParsedMail> => {
  const parser = new PostalMime(OPTIONS);
  const { headers } = await parser.parse(mime);
  // The package's types leave the tree out. The tests of this library read it in every mail.
  return { headers, root: (parser as unknown as { root: MimeNode }).root };
};

const LINE_END = 0x0a;

const countLines = (mime: Uint8Array): number => {
  let lines = 1;
  for (let at = mime.indexOf(LINE_END); at >= 0; at = mime.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
};

/** Parses in a thread with bounded memory and time. */
const parseBeside = (mime: Uint8Array): Promise<ParsedMail> => {
  const parser = createRequire(import.meta.url).resolve('postal-mime');
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { parser, mime, options: OPTIONS },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  return new Promise<ParsedMail>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it takes too long')), THREAD_SECONDS * 1000);
    worker.once('message', resolve).on('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('it ended early'));
    });
  }).finally(() => worker.terminate());
};

const parse = async (mime: Uint8Array): Promise<ParsedMail> => {
  const lines = countLines(mime);
  if (lines > MAX_LINES) throw unreadable(`has more than ${MAX_LINES} lines`);
  const parsing =
    lines > OWN_THREAD_LINES || mime.length > OWN_THREAD_BYTES
      ? threadTurns.add(() => parseBeside(mime))
      : parseHere(mime);
  try {
    return await parsing;
  } catch (error) {
    // Not a fault of ours: the parser only fails on headers and parts beyond its limits.
    throw unreadable(`is no mail that can be read (${error instanceof Error ? error.message : 'unknown'})`);
  }
};

/** Where the headers of a mail end and its body begins. */
const bodyStart = (mime: Buffer): number => {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => ({ at: mime.indexOf(end), length: end.length }));
  const [first] = ends.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first ? first.at + first.length : mime.length;
};

/** Bytes in which a mail says of which charset its texts are. */
const CHARSET_SAMPLE = 65_536;

/** The charset that the first text of a mail names. Headers that name none have the same. */
const namedCharset = (mime: Buffer): string | undefined =>
  /charset[ \t]{0,9}=[ \t]{0,9}"?([\w.:-]{1,40})/i.exec(
    mime.subarray(0, CHARSET_SAMPLE).toString('latin1'),
  )?.[1];

const ESCAPE = 0x1b;

/** Headers are read as UTF-8; one in the charset of its system is decoded by itself. */
const withReadableHeaders = (mime: Buffer): Buffer => {
  const start = bodyStart(mime);
  const headers = mime.subarray(0, start);
  const isReadable = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(ESCAPE);
  if (isReadable(headers)) return mime;
  const charset = namedCharset(mime);
  const lines = headers
    .toString('latin1')
    .split(/(?<=\n)(?![ \t])/)
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isReadable(line) ? line : Buffer.from(decodeText(line, charset))));
  return Buffer.concat([...lines, mime.subarray(start)]);
};

/** Longest line of a header that names a file, and most such lines that are repaired. */
const MAX_NAME_LINE = 1_000;
const MAX_NAMES = 1_000;
const NAME_LINE = /^(?:content-(?:type|disposition)[ \t]*:|[ \t]+(?:file)?name\b)/i;

/** Names of files in the charset of a system are decoded too: they are in headers of parts. */
const withReadableNames = (mime: Buffer): Buffer => {
  if (isUtf8(mime)) return mime;
  const charset = namedCharset(mime);
  const pieces: Buffer[] = [];
  let done = 0;
  let at = mime.indexOf('name=');
  for (let count = 0; at >= 0 && count < MAX_NAMES; count += 1) {
    const from = Math.max(done, at - MAX_NAME_LINE);
    const start = from + mime.subarray(from, at).lastIndexOf(LINE_END) + 1;
    const length = mime.subarray(start, start + MAX_NAME_LINE).indexOf(LINE_END);
    const line = mime.subarray(start, start + length);
    if (length > 0 && !isUtf8(line) && NAME_LINE.test(line.toString('latin1'))) {
      pieces.push(mime.subarray(done, start), Buffer.from(decodeText(line, charset)));
      done = start + length;
    }
    at = mime.indexOf('name=', Math.max(at, start + length) + 1);
  }
  return pieces.length === 0 ? mime : Buffer.concat([...pieces, mime.subarray(done)]);
};

/** Bytes of a body by which it is seen whether it is base64, as its header says. */
const BODY_SAMPLE = 2_000;

const WORDS = /^\S+(?: \S+){2}/;

/** Whether words come before the first line of base64, which other signs may have come into. */
const beginsWithWords = (text: string): boolean => {
  const line = text.split(/\r?\n/).find((one) => WORDS.test(one) || /[a-z\d+/]{16}={0,2}$/i.test(one));
  return line !== undefined && WORDS.test(line);
};

/** Some servers decode a text and leave the header that says that it is base64. */
const withTrueEncoding = (mime: Buffer): Buffer => {
  const start = bodyStart(mime);
  const label = /^content-transfer-encoding:[ \t]*base64/im.exec(mime.subarray(0, start).toString('latin1'));
  const body = mime.subarray(start, start + BODY_SAMPLE).toString('latin1');
  if (!label || !beginsWithWords(body)) return mime;
  const end = label.index + label[0].length;
  return Buffer.concat([mime.subarray(0, end - 'base64'.length), Buffer.from('8bit'), mime.subarray(end)]);
};

const CARRIAGE_RETURN = 0x0d;

/** Lines may end with a carriage return alone, if all do. */
const withLineEnds = (mime: Buffer): Buffer =>
  mime.includes(LINE_END) || !mime.includes(CARRIAGE_RETURN)
    ? mime
    : Buffer.from(mime.toString('latin1').replaceAll('\r', '\n'), 'latin1');

/**
 * Parses a mail, and repairs headers and names of files in other charsets.
 *
 * @throws DomainError `invalid` for headers, parts and lines beyond every measure.
 */
export const parseMime = (bytes: Uint8Array): Promise<ParsedMail> => {
  const mime = withLineEnds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return parse(withReadableNames(withReadableHeaders(withTrueEncoding(mime))));
};

/** The parts of a mail that have no parts themselves, in their order. */
export const listLeaves = (node: MimeNode): MimeNode[] =>
  node.childNodes.length > 0 ? node.childNodes.flatMap(listLeaves) : [node];

/** Media type of a part, in lower case. */
export const readType = ({ contentType }: MimeNode): string =>
  contentType.parsed.value.toLowerCase() || 'text/plain';
