import type { RequestHandler } from 'express';

/** How long the rest of a body may still arrive after its request was answered, in milliseconds. */
const LINGER_MS = 5_000;

/**
 * Closes a connection with a body that still drips in after the answer was sent. Input until then is dropped, so that a client that
 * sends first and reads afterwards finds the answer.
 */
export const closeDripping: RequestHandler = (request, response, next) => {
  response.on('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
    request.on('close', () => clearTimeout(timer));
  });
  next();
};
