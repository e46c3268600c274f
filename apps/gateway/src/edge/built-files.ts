import type { Request, Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { hashContent, type Packed, sendPacked } from '../http';
import { methodNotAllowed } from '../rest';

/** A file that is named after its content never changes: a year, the most that caches take. */
export const FOREVER = 'public, max-age=31536000, immutable';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};

/** A file as the build made it. */
export interface BuiltFile {
  packed: Packed;
  type: string;
}

/**
 * Reads all files of a folder with these extensions, some hundred KB.
 *
 * @param folder Where the build put them, each also as .gz.
 */
export const readFiles = (folder: string, extensions: readonly string[]): Map<string, BuiltFile> => {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => extensions.includes(extname(name)))
    : [];
  return new Map(
    names.map((name): [string, BuiltFile] => {
      const plain = readFileSync(join(folder, name));
      const packed = { plain, gzip: readFileSync(join(folder, `${name}.gz`)), hash: hashContent(plain) };
      return [name, { packed, type: types[extname(name)] ?? 'application/octet-stream' }];
    }),
  );
};

/** Sends a file. 405 for other methods than GET and HEAD. */
export const serve = (
  { packed, type }: BuiltFile,
  headers: Record<string, string>,
  request: Request,
  response: Response,
): void => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
  sendPacked(request, response, packed, { 'Content-Type': type, ...headers });
};
