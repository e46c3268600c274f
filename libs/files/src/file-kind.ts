import { lookup } from 'mime-types';

/** Bytes of a file that are read to detect its format. */
export const SAMPLE_BYTES = 16_384;

/** The format of a file, and the extension its name must have. */
export interface FileKind {
  contentType: string;
  extension: string;
}

/** Images that are documents: they are stored without active content. */
export const SVG_TYPE = 'image/svg+xml';

const OCTETS = 'application/octet-stream';

/** Formats that many others are made of, so that a name may say more than the first bytes. */
const containers: ReadonlySet<string> = new Set(['zip', 'cfb']);

const textTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/sql',
  'application/yaml',
  'application/x-sh',
  'application/x-httpd-php',
]);

/** Formats that a browser shows, in a page or alone, without running any part of them. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/aac',
  'audio/x-flac',
  'text/plain',
]);

const readExtension = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const isText = (type: string): boolean =>
  /^(text|message)\//.test(type) || /\+(xml|json)$/.test(type) || textTypes.has(type);

/** The type that a name's extension means; no other type is stored. */
export const typeOfName = (name: string): string => lookup(readExtension(name)) || OCTETS;

/** Whether a file of this type may open in the browser; others are downloads. */
export const isShown = (contentType: string): boolean => shownTypes.has(contentType);

/** Whether a character stands in no text; tabs, line and page ends and the escape of terminals do. */
const isControl = (character: string): boolean => character < ' ' && !'\t\n\f\r\x1b'.includes(character);

/** Whether bytes are text: UTF-8, perhaps cut within a character, or UTF-16 with a mark; no control characters. */
const looksLikeText = (head: Buffer): boolean => {
  if (head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)) return true;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return ![...text].some(isControl);
  } catch {
    return false;
  }
};

const PROLOGUE = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)/i;

/** Whether a text's first element is `<svg>`. */
export const looksLikeSvg = (head: Buffer): boolean => {
  if (!looksLikeText(head)) return false;
  let text = head.toString('utf8').replace(/^\uFEFF/, '');
  for (let step = PROLOGUE.exec(text); step; step = PROLOGUE.exec(text)) text = text.slice(step[0].length);
  return /^<svg[\s>/]/i.test(text);
};

/** The format shown by a file's first bytes, whatever its name; undefined for unknown formats. */
export const sniff = async (head: Buffer): Promise<FileKind | undefined> => {
  // Loaded with the first upload: a gateway that takes none does not pay the memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  // Two letters are enough for some formats: `BM` begins bitmaps, and texts about cars.
  const isMistaken = /^(image|audio|video)\//.test(found?.mime ?? '') && looksLikeText(head);
  if (found && found.ext !== 'xml' && !isMistaken) return { contentType: found.mime, extension: found.ext };
  if (looksLikeSvg(head)) return { contentType: SVG_TYPE, extension: 'svg' };
  return undefined;
};

/** Which extension a file has to get so that its name does not lie; undefined when its own is right. */
const missingExtension = async (head: Buffer, name: string): Promise<string | undefined> => {
  const own = readExtension(name);
  const claimed = lookup(own) || undefined;
  const found = await sniff(head);
  if (found) {
    if (claimed !== undefined && (claimed === found.contentType || claimed === lookup(found.extension)))
      return undefined;
    const mayBe = containers.has(found.extension) && own !== '' && !isShown(claimed ?? OCTETS);
    return mayBe && !isText(claimed ?? OCTETS) ? undefined : found.extension;
  }
  if (looksLikeText(head)) {
    const mayBe = own !== '' && (claimed === undefined || (isText(claimed) && claimed !== SVG_TYPE));
    return mayBe ? undefined : 'txt';
  }
  const mayBe = own !== '' && (claimed === undefined || !(isShown(claimed) || isText(claimed)));
  return mayBe ? undefined : 'bin';
};

/** A file's name with an extension that its content does not contradict. */
export const honestName = async (head: Buffer, name: string): Promise<string> => {
  const extension = await missingExtension(head, name);
  return extension === undefined ? name : `${name || 'file'}.${extension}`;
};
