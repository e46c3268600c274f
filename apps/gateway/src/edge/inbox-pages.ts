import express, { type Router } from 'express';
import { headersSetBy, securePage } from '../http';
import { FOREVER, readFiles, serve } from './built-files';

/**
 * Sources of the inbox. Sockets go to any host, as that of the realtime service is its own setting. Pictures of other hosts are not
 * loaded: they would report to their senders who reads, and when.
 */
const sources = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  workerSrc: ["'self'"],
};
const headers = headersSetBy(
  securePage({
    ...sources,
    requireTrustedTypesFor: ["'script'"],
    // The editor of replies makes its policy when something is pasted.
    trustedTypes: ['parley', 'parley-worker', 'ProseMirrorClipboard'],
    // The demo shows it beside a shop.
    frameAncestors: ["'self'"],
  }),
);
/** The widget on an empty page. Its script puts another one there, which trusted types would refuse. */
const previewHeaders = headersSetBy(securePage(sources));

/**
 * Serves the inbox: one page at `/inbox` and every path below it, which its script reads; the widget of a project at `/inbox/preview`;
 * and below `/inbox/assets/` the files that they load, named after their content.
 *
 * @param folder Where the build put them, each also as .gz.
 */
export const createInboxPages = (folder: string): Router => {
  const router = express.Router({ caseSensitive: true });
  const files = readFiles(folder, ['.js', '.css', '.html']);
  router.all('/inbox/assets/:file', (request, response, next) => {
    const file = files.get(request.params.file);
    if (!file || request.params.file.endsWith('.html')) return next();
    serve(file, { 'Cache-Control': FOREVER }, request, response);
  });
  const preview = files.get('preview.html');
  if (preview)
    router.all('/inbox/preview', (request, response) =>
      serve(preview, { ...previewHeaders, 'Cache-Control': 'no-cache' }, request, response),
    );
  const page = files.get('index.html');
  if (page)
    router.all(['/inbox', '/inbox/*path'], (request, response, next) => {
      if (request.path.startsWith('/inbox/assets/')) return next();
      serve(page, { ...headers, 'Cache-Control': 'no-cache' }, request, response);
    });
  return router;
};
