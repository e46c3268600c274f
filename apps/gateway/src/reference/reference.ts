import type { JsonSchema } from '@parley/proto';
import express, { type Request, type Response, type Router } from 'express';
import { pack, type Packed, sendPacked, securePage } from '../http';
import { readReference, type Reference } from './document';
import { groupPage, missingPage, overviewPage, searchPage } from './pages';
import { SCRIPT } from './script';
import { STYLE } from './style';

/** The sources of the pages. */
export interface ReferenceDeps {
  /** The OpenAPI document. */
  document: () => JsonSchema;
  /** Whether there is a demo, with a project to try operations in. */
  hasDemo: boolean;
}

/** Longest query of a search, in characters. */
const MAX_QUERY = 200;

const HTML = 'text/html; charset=utf-8';

/** The pages of the reference at `/docs`: a page for each group, made once, when it is first asked for. */
export const createReferencePages = ({ document, hasDemo }: ReferenceDeps): Router => {
  const router = express.Router();
  let known: Reference | undefined;
  const reference = (): Reference => (known ??= readReference(document(), hasDemo));
  const packed = new Map<string, Promise<Packed>>();
  const sendOnce = async (
    request: Request,
    response: Response,
    { name, type, make }: { name: string; type: string; make: () => string },
  ): Promise<void> => {
    const made = packed.get(name) ?? pack(make());
    packed.set(name, made);
    sendPacked(request, response, await made, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  };
  router.use(
    securePage({
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ['data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
    }),
  );
  router.get('/', (request, response) =>
    sendOnce(request, response, { name: '', type: HTML, make: () => overviewPage(reference()) }),
  );
  router.get('/style.css', (request, response) =>
    sendOnce(request, response, { name: 'style.css', type: 'text/css; charset=utf-8', make: () => STYLE }),
  );
  router.get('/script.js', (request, response) =>
    sendOnce(request, response, {
      name: 'script.js',
      type: 'text/javascript; charset=utf-8',
      make: () => SCRIPT,
    }),
  );
  router.get('/search', (request, response) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY) : '';
    response.type('html').send(searchPage(reference(), query));
  });
  router.get('/:group', (request, response) => {
    const { group } = request.params;
    const isKnown = reference().groups.some(({ name }) => name === group);
    if (!isKnown) return void response.status(404).type('html').send(missingPage(reference()));
    return sendOnce(request, response, {
      name: group,
      type: HTML,
      make: () => groupPage(reference(), group) ?? missingPage(reference()),
    });
  });
  return router;
};
