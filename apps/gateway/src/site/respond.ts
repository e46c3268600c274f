import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { SCRIPT_SOURCE } from './script';

/** Pages run their own script, load nothing but their own style, suggestions and images, and send forms to their own host only. */
export const sitePolicy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [SCRIPT_SOURCE],
      connectSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'http:', 'https:', 'data:'],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
});

/** Something to send whole. */
export interface Body {
  status?: number;
  type:
    'text/html' | 'text/css' | 'text/plain' | 'application/json' | 'application/xml' | 'application/atom+xml';
  text: string;
}

/** How an answer may be cached, unless it is for one reader alone. */
const cacheAs = (response: Response, how: string): void => {
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', how);
};

/** Sends a text with an ETag; 304 without it when the reader has it already. */
export const sendText = (request: Request, response: Response, { status = 200, type, text }: Body): void => {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  cacheAs(response, 'public, max-age=0, must-revalidate');
  response.setHeader('ETag', `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`);
  response.status(status);
  if (status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(request.method === 'HEAD' ? undefined : text);
};

/** Sends a text while it is made, as fast as the reader takes it. */
export const sendStream = async (
  request: Request,
  response: Response,
  type: Body['type'],
  chunks: AsyncIterable<string>,
): Promise<void> => {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  cacheAs(response, 'public, max-age=0, must-revalidate');
  if (request.method === 'HEAD') return void response.end();
  await pipeline(chunks, response);
};

/** Sends the reader elsewhere. */
export const redirect = (response: Response, status: 301 | 302 | 303, location: string): void => {
  response.status(status).setHeader('Location', location);
  cacheAs(response, status === 301 ? 'public, max-age=300' : 'no-cache');
  response.end();
};
