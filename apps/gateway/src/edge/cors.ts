import type { Request, Response } from 'express';

/** How long a browser may keep the answer to a preflight, in seconds. */
const MAX_AGE_SECONDS = 7200;

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'X-Request-Id',
  'api-token',
  'project',
  'svc-hash',
  'svc-id',
  'traceparent',
].join(', ');

const RESPONSE_HEADERS = [
  'Content-Disposition',
  'Idempotent-Replayed',
  'Ignored-Fields',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';

/**
 * Lets pages of any origin read answers: callers identify themselves by headers, so that a page gains nothing it could not
 * have from its own server. The cookie of the inbox counts for own pages only, and no answer allows credentials. Preflights come without those headers, so they know no project.
 */
export const anyOrigin: Readonly<Record<string, string>> = {
  [ALLOW_ORIGIN]: '*',
  'Access-Control-Expose-Headers': RESPONSE_HEADERS,
};

/** Lets only pages of one origin read an answer, or those of none: of a project that names its domains. */
export const restrictOrigin = (
  headers: Record<string, string | number>,
  origin: string | undefined,
): void => {
  headers['Vary'] = 'Origin';
  if (origin === undefined) delete headers[ALLOW_ORIGIN];
  else headers[ALLOW_ORIGIN] = origin;
};

/** Lets pages of any origin read that nothing is at a path, whichever part of the server answers so. */
export const showMissing = (response: Response): void => {
  const write = response.writeHead.bind(response) as (...head: unknown[]) => Response;
  response.writeHead = (...head: unknown[]) => {
    if (head[0] === 404) response.set(anyOrigin);
    return write(...head);
  };
};

/** Methods that a page may ask for where nothing is, so that it can read that nothing is there. */
export const ANY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Whether a browser asks whether its page may send a request. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Answers OPTIONS for a path with these methods. */
export const answerPreflight = (
  response: Response,
  headers: Readonly<Record<string, string | number>>,
  methods: readonly string[],
): void => {
  const allow = methods.join(', ');
  response.writeHead(204, {
    ...headers,
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': MAX_AGE_SECONDS,
  });
  response.end();
};
