import express, { type Request, type Response, type Router } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodNotAllowed } from '../rest';
import { hashContent, type Packed, sendPacked } from '../http';

/** A page asks again after five minutes, and uses its copy while it asks. */
const CURRENT = 'public, max-age=300, stale-while-revalidate=86400';
/** A file that is named after its content never changes: a year, the most that caches take. */
const FOREVER = 'public, max-age=31536000, immutable';

/** All of them: some 200 KB. */
const readFiles = (folder: string): Map<string, Packed> => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.js')) : [];
  return new Map(
    names.map((name): [string, Packed] => {
      const plain = readFileSync(join(folder, name));
      return [name, { plain, gzip: readFileSync(join(folder, `${name}.gz`)), hash: hashContent(plain) }];
    }),
  );
};

const serve = (packed: Packed, caching: string, request: Request, response: Response): void => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
  sendPacked(request, response, packed, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': caching,
    'Access-Control-Allow-Origin': '*',
  });
};

/**
 * Serves the widget: `/widget.js`, which pages name, with an ETag; and below `/widget/` its twin and the files it loads, named
 * after
 * their content. Pages of any origin may load them.
 *
 * @param folder Where the build put them, each also as .gz.
 */
export const createWidgetFiles = (folder: string): Router => {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = readFiles(folder);
  const current = files.get('widget.js');
  if (current) router.all('/widget.js', (request, response) => serve(current, CURRENT, request, response));
  router.all('/widget/:file', (request, response, next) => {
    const { file } = request.params;
    const served = file === 'widget.js' ? undefined : files.get(file);
    if (!served) return next();
    serve(served, FOREVER, request, response);
  });
  return router;
};
