import express, { type Router } from 'express';
import { FOREVER, readFiles, serve } from './built-files';

/** A page asks again after five minutes, and uses its copy while it asks. */
const CURRENT = 'public, max-age=300, stale-while-revalidate=86400';
/** The service worker has a name that stays. */
const WORKER = 'push.js';

/** Pages of any origin load them. */
const OPEN = { 'Access-Control-Allow-Origin': '*' };

/**
 * Serves the widget: `/widget.js`, which pages name, with an ETag; and below `/widget/` its twin and the files it loads, named
 * after
 * their content. Pages of any origin may load them.
 *
 * @param folder Where the build put them, each also as .gz.
 */
export const createWidgetFiles = (folder: string): Router => {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = readFiles(folder, ['.js']);
  const current = files.get('widget.js');
  if (current)
    router.all('/widget.js', (request, response) =>
      serve(current, { ...OPEN, 'Cache-Control': CURRENT }, request, response),
    );
  router.all('/widget/:file', (request, response, next) => {
    const { file } = request.params;
    const served = file === 'widget.js' ? undefined : files.get(file);
    if (!served) return next();
    serve(served, { ...OPEN, 'Cache-Control': file === WORKER ? CURRENT : FOREVER }, request, response);
  });
  return router;
};
