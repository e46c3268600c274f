import type { Request, RequestHandler, Response } from 'express';
import {
  BATCH_PATH,
  type BoundOperation,
  DOCUMENT_VERSION,
  methodNotAllowed,
  routeNotFound,
  jsonAnswer,
  type Router,
} from '../rest';
import { serveBatch } from './batch';
import { compressFor } from './compress';
import { ANY_METHOD, answerPreflight, isPreflight } from './cors';
import { toLogFields, openExchange, sendAnswer, type Exchange } from './exchange';
import { type PipelineDeps, refuse, serve } from './pipeline';
import type { RequestDurations } from './request-durations';

/** The version prefix of every operation. */
export const API_PREFIX = '/v3';

/** Operations of the customer's own server are at the root of the host, too. */
const ROOT_PREFIX = '/admin/';

/** The base address itself: who answers there. */
const isBase = (path: string): boolean => path === '' || path === '/';

const listMethods = (router: Router<BoundOperation>, path: string): string[] => {
  if (isBase(path)) return ['GET'];
  return path === BATCH_PATH ? ['POST'] : router.listMethods(path);
};

const listAllowed = (router: Router<BoundOperation>, path: string): string[] => {
  const methods = listMethods(router, path);
  if (methods.length === 0) return [];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
};

/** Serves the operations; passes on requests outside the prefix. */
export const createApi = (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  durations: RequestDurations,
): RequestHandler => {
  const observe = (exchange: Exchange, operation: string): void => {
    const { request, response, startedAt } = exchange;
    const milliseconds = performance.now() - startedAt;
    durations.observe({ operation, status: response.statusCode }, milliseconds / 1000);
    deps.log.debug(
      {
        ...toLogFields(exchange),
        operation,
        method: request.method,
        status: response.statusCode,
        milliseconds,
      },
      'request answered',
    );
  };

  const handle = async (request: Request, response: Response, path: string): Promise<void> => {
    const exchange = openExchange(request, response);
    if (request.method === 'OPTIONS') {
      const methods = listAllowed(router, path);
      const allow = methods.length === 0 && isPreflight(request) ? ANY_METHOD : methods;
      return allow.length > 0
        ? answerPreflight(response, exchange.headers, allow)
        : refuse(deps, exchange, routeNotFound());
    }
    if (isBase(path) && ['GET', 'HEAD'].includes(request.method)) {
      sendAnswer(exchange, jsonAnswer({ name: 'Parley', version: DOCUMENT_VERSION }));
      return observe(exchange, 'name');
    }
    if (path === BATCH_PATH && request.method === 'POST') {
      await serveBatch(deps, router, exchange).then(
        async (answer) => sendAnswer(exchange, await compressFor(request, answer)),
        (error: unknown) => refuse(deps, exchange, error),
      );
      return observe(exchange, 'batch');
    }
    const found = router.find(request.method === 'HEAD' ? 'GET' : request.method, path);
    if (!found) {
      const allow = listAllowed(router, path);
      await refuse(deps, exchange, allow.length > 0 ? methodNotAllowed(allow.join(', ')) : routeNotFound());
      return observe(exchange, 'none');
    }
    await serve(deps, found.row, found.parameters, exchange);
    observe(exchange, found.row.id);
  };

  return (request, response, next) => {
    const { path } = request;
    const isBelow = path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
    const isAtRoot = path.startsWith(ROOT_PREFIX) && router.listMethods(path).length > 0;
    if (!isBelow && !isAtRoot) return next();
    handle(request, response, isBelow ? path.slice(API_PREFIX.length) : path).catch(next);
  };
};
