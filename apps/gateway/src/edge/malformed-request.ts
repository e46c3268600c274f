import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError, toProblem, type Answer, problemAnswer } from '../rest';
import { anyOrigin } from './cors';
import { securityHeaders } from '../http';

const http = (status: number, reason: string, message: string): HttpError =>
  new HttpError(status, STATUS_CODES[status] ?? '', reason, message);

/** Input that is no HTTP/1.1 request: 400. */
export const malformedRequest = (): HttpError =>
  http(400, 'MALFORMED_REQUEST', 'This is no HTTP/1.1 request: check its first line and headers.');

const toError = (code: string | undefined): HttpError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return http(431, 'HEADERS_TOO_LARGE', 'The headers of the request are larger than 16 KB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return http(413, 'PAYLOAD_TOO_LARGE', 'The chunks of the body have extensions that are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return http(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.');
    default:
      return malformedRequest();
  }
};

/** Whether an answer is on its way, which another one would spoil. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;

const write = (answer: Answer, requestId: string): string => {
  const body = answer.body ?? '';
  const headers = {
    ...securityHeaders,
    ...anyOrigin,
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': answer.type,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`;
};

/** Answers requests that the HTTP parser refuses, and that reach no route, with a problem document too. */
export const answerMalformed = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) return void socket.destroy();
  const requestId = randomUUID();
  const answer = problemAnswer(toProblem(toError(error.code), requestId));
  socket.end(write(answer, requestId), () => socket.destroy());
};
