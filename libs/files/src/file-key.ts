import { randomBytes } from 'node:crypto';
import { trimEnd } from '@parley/text';

/** Random bytes that make a URL unguessable. */
const ID_BYTES = 24;
/** Longest name, in bytes of UTF-8, below what file systems take. */
const MAX_NAME_BYTES = 200;
const NAMELESS = 'file';

const KEY = /^[0-9a-f]{24}\/[\w-]{32}\/[^/\\\p{C}\p{Z}]+$/u;

const cut = (text: string, bytes: number): string => {
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
};

/**
 * A name that is safe in a URL, a header and every file system: letters and digits of any script, `.`, `_` and `-`; no
 * folder, no leading dot; at most 200 bytes, of which the extension survives.
 */
export const safeFileName = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/\.{2,}/g, '.');
  const clean = trimEnd(plain.replace(/^[.\-]+/, ''), '.-');
  const extension = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - extension.length);
  return `${cut(stem, MAX_NAME_BYTES - extension.length) || NAMELESS}${extension}`;
};

/** A new, unguessable key in a project's folder. */
export const fileKey = (projectId: string, name: string): string =>
  `${projectId}/${randomBytes(ID_BYTES).toString('base64url')}/${safeFileName(name)}`;

/** Whether a text has the shape of a key; nothing else reaches a store. */
export const isFileKey = (text: string): boolean =>
  KEY.test(text) &&
  safeFileName(text.slice(text.lastIndexOf('/') + 1)) === text.slice(text.lastIndexOf('/') + 1);

/** What names a file for certain, however its name is written: `<project>/<id>`, the beginning of its key. */
export const fileId = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Whether a text has the shape of such a beginning. */
export const isFileId = (text: string): boolean => /^[0-9a-f]{24}\/[\w-]{32}$/.test(text);

/** The name at the end of a key. */
export const nameOfKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const FILES_PATH = '/files/';

/** The permanent public URL of a file; `publicUrl` is the gateway's address. */
export const fileUrl = (publicUrl: string, key: string): string =>
  `${trimEnd(publicUrl, '/')}${FILES_PATH}${key.split('/').map(encodeURIComponent).join('/')}`;

/** The key of a file by its public URL; undefined for any other URL. */
export const keyOfFileUrl = (publicUrl: string, url: string): string | undefined => {
  const base = `${trimEnd(publicUrl, '/')}${FILES_PATH}`;
  if (!url.startsWith(base)) return undefined;
  try {
    const key = decodeURIComponent(url.slice(base.length));
    return isFileKey(key) ? key : undefined;
  } catch {
    return undefined;
  }
};
