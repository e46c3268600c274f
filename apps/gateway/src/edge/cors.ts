import { type Response } from 'express';

/** How long a browser may keep the answer to a preflight, in seconds. */
const MAX_AGE_SECONDS = 7200;

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
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
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/**
 * Lets pages of any origin read answers: callers identify themselves by headers and never by cookies, so that a page
 * gains nothing it could not have from its own server. Widget operations check the origin themselves.
 */
export const anyOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': RESPONSE_HEADERS,
};

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
