import { pipeline } from 'node:stream/promises';
import { notFound } from '@parley/errors';
import {
  type ByteRange,
  type FileStore,
  isFileKey,
  isShown,
  nameOfKey,
  type OpenFile,
  storeAway,
  typeOfName,
} from '@parley/files';
import express, { type Request, type Response, type Router } from 'express';
import { methodNotAllowed } from '../rest';

/**
 * A file never changes: a browser keeps it for a year, the most that caches take. One that is shared keeps it for a moment, so
 * that a file that was deleted is gone there, too.
 */
const CACHE = 'public, max-age=31536000, s-maxage=30, immutable';

/** A document that shows its own picture, video or style, and can do nothing else. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The part that is asked for; `unsatisfiable` when it lies outside, undefined for the whole. */
const readRange = (request: Request, size: number, etag: string): ByteRange | 'unsatisfiable' | undefined => {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  // Several parts at once are answered with the whole, as the standard allows.
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
};

const buildHeaders = (key: string): Record<string, string> => {
  return {
    'Content-Type': typeOfName(nameOfKey(key)),
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': CACHE,
    'Accept-Ranges': 'bytes',
    ETag: `"${key.split('/')[1]}"`,
  };
};

const send = async (files: FileStore, key: string, request: Request, response: Response): Promise<void> => {
  const away = (error: unknown): never => {
    throw storeAway(error);
  };
  const known = isFileKey(key) ? await files.find(key).catch(away) : undefined;
  if (!known) throw notFound('file', 'There is no such file.');
  const headers = buildHeaders(key);
  // Writes the name by the rules of RFC 6266; the type stays.
  if (!isShown(typeOfName(nameOfKey(key)))) response.attachment(nameOfKey(key));
  response.set(headers);
  if (request.fresh) return void response.status(304).end();
  const range = readRange(request, known.size, headers['ETag'] ?? '');
  if (range === 'unsatisfiable')
    return void response.status(416).set('Content-Range', `bytes */${known.size}`).end();
  const { start, end } = range ?? { start: 0, end: known.size - 1 };
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${known.size}`);
  response.set('Content-Length', String(end - start + 1));
  if (request.method === 'HEAD') return void response.end();
  const file: OpenFile | undefined = await files.get(key, range).catch(away);
  if (!file) throw notFound('file', 'There is no such file.');
  await pipeline(file.stream, response);
};

/** Serves uploaded files to anybody who knows their address. */
export const createFileRoutes = (
  files: FileStore,
  log: { warn(fields: object, message: string): void },
): Router => {
  const router = express.Router({ strict: true, caseSensitive: true });
  router.all('/:project/:id/:name', (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next(methodNotAllowed('GET, HEAD'));
    const { project, id, name } = request.params as Record<'project' | 'id' | 'name', string>;
    send(files, `${project}/${id}/${name}`, request, response).catch((error: unknown) => {
      if (!response.headersSent) {
        for (const header of response.getHeaderNames()) {
          if (/^(content-|etag|cache-control|accept-ranges)/.test(header)) response.removeHeader(header);
        }
        return next(error);
      }
      response.destroy();
      if (!request.destroyed) log.warn({ err: error, path: request.path }, 'a file was cut off');
    });
  });
  return router;
};
