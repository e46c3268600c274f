import { createRequire } from 'node:module';
import { isUtf8, transcode } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import PostalMime, { type Email } from 'postal-mime';
import { type DomainError, invalid } from '@parley/errors';

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
    const whole = Buffer.concat(this.parts.map((part) => (part === '\\n' ? NEWLINE : Buffer.from(part))));
    return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
  }
};
const { parentPort, workerData: { parser, mime, options } } = require('node:worker_threads');
require(parser).parse(mime, options).then((email) => parentPort.postMessage(email));`;

const LINE_END = 0x0a;

const countLines = (mime: Uint8Array): number => {
  let lines = 1;
  for (let at = mime.indexOf(LINE_END); at >= 0; at = mime.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
};

/** Parses in a thread with bounded memory and time. */
const parseBeside = (mime: Uint8Array): Promise<Email> => {
  const parser = createRequire(import.meta.url).resolve('postal-mime');
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { parser, mime, options: OPTIONS },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  return new Promise<Email>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it takes too long')), THREAD_SECONDS * 1000);
    worker.once('message', resolve).on('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('it ended early'));
    });
  }).finally(() => worker.terminate());
};

const parse = async (mime: Uint8Array): Promise<Email> => {
  const lines = countLines(mime);
  if (lines > MAX_LINES) throw unreadable(`has more than ${MAX_LINES} lines`);
  const parsing =
    lines > OWN_THREAD_LINES || mime.length > OWN_THREAD_BYTES
      ? threadTurns.add(() => parseBeside(mime))
      : PostalMime.parse(mime, OPTIONS);
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

/** Headers are read as UTF-8; other bytes come from programs that write in the charset of their system. */
const withReadableHeaders = (mime: Buffer): Buffer => {
  const start = bodyStart(mime);
  const headers = mime.subarray(0, start);
  return isUtf8(headers) ? mime : Buffer.concat([transcode(headers, 'latin1', 'utf8'), mime.subarray(start)]);
};

/** Whether a text is not in the charset that it names, or in none: nothing but ASCII came out of it as it was meant. */
const isGarbled = (text: string | undefined): boolean =>
  text !== undefined && text.includes('\ufffd') && !/[^\p{ASCII}\ufffd]/u.test(text);

const TEXT_TYPE =
  /^(content-type:(?:[ \t]|\r?\n[ \t])*text\/(?:plain|html))\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;

/** The mail with windows-1252 as the charset of every text, which is what programs write that name none. */
const asWindows1252 = (mime: Buffer): Buffer => {
  const source = mime.toString('latin1').replaceAll(TEXT_TYPE, '$1; charset=windows-1252');
  const names = /^content-type:/im.test(source.slice(0, bodyStart(mime)));
  return Buffer.from(`${names ? '' : 'Content-Type: text/plain; charset=windows-1252\n'}${source}`, 'latin1');
};

const withReadableTexts = async (email: Email, mime: Buffer): Promise<Email> => {
  if (!isGarbled(email.text) && !isGarbled(email.html)) return email;
  const { text, html } = await parse(asWindows1252(mime));
  return {
    ...email,
    ...(text !== undefined && isGarbled(email.text) && { text }),
    ...(html !== undefined && isGarbled(email.html) && { html }),
  };
};

/** A mail that announces parts which are nowhere to be found has its whole body as text. */
const withLostBody = (email: Email, mime: Buffer): Email => {
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isEmpty = !email.text && !email.html && email.attachments.length === 0;
  if (!isEmpty || !/^\s*multipart\//i.test(type)) return email;
  const body = mime.subarray(bodyStart(mime));
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary && body.includes(`--${boundary}`)) return email;
  return { ...email, text: body.toString(isUtf8(body) ? 'utf8' : 'latin1') };
};

/**
 * Parses a mail, and repairs one that breaks the rules: with a wrong or missing charset, or with parts that are not
 * where it says.
 *
 * @throws DomainError `invalid` for headers, parts and lines beyond every measure.
 */
export const parseMime = async (bytes: Uint8Array): Promise<Email> => {
  const mime = withReadableHeaders(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return withLostBody(await withReadableTexts(await parse(mime), mime), mime);
};
