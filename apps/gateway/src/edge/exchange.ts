import { randomUUID } from 'node:crypto';
import { currentTraceparent, newTraceparent } from '@parley/telemetry';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { addLimitHeaders, type Standing } from '../limits';
import { connectionHeaders } from './connections';
import { anyOrigin } from './cors';
import { securityHeaders } from '../http';
import type { Answer, StreamedAnswer } from '../rest';

/** A public request in progress, and the facts collected so far. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** Headers of the answer that are known before it is. */
  readonly headers: Record<string, string | number>;
  readonly ip: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Names the caller once known. */
  callerKey: string | undefined;
  /** Project that the caller belongs to, once known. */
  projectId: string | undefined;
  /** The trace it belongs to, once asked for. */
  traceparent: string | undefined;
  /** Limits that were consulted. */
  readonly standings: Standing[];
}

/** How an IPv4 address looks on a socket that takes both kinds. */
const MAPPED_PREFIX = /^::ffff:(?=\d+\.)/i;
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Begins an exchange: takes over the caller's request id when it is sane. */
export const openExchange = (request: Request, response: Response): Exchange => {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
  return {
    request,
    response,
    requestId,
    // Handed over at once with the status line: headers that are set one by one cost several times as much.
    headers: { ...securityHeaders, ...anyOrigin, 'X-Request-Id': requestId },
    ip: (request.ip ?? '').replace(MAPPED_PREFIX, ''),
    startedAt: performance.now(),
    callerKey: undefined,
    projectId: undefined,
    traceparent: undefined,
    standings: [],
  };
};

/** The trace a request belongs to: this process's, the caller's, or a new one. */
export const resolveTraceparent = (exchange: Exchange): string => {
  const given = exchange.request.headers['traceparent'];
  const sane = typeof given === 'string' && TRACEPARENT.test(given) ? given : undefined;
  exchange.traceparent ??= currentTraceparent() ?? sane ?? newTraceparent();
  return exchange.traceparent;
};

/** What every log line of an exchange carries. */
export const toLogFields = (
  exchange: Exchange,
): { requestId: string; projectId?: string; traceId: string } => {
  const { requestId, projectId } = exchange;
  const [, traceId = ''] = resolveTraceparent(exchange).split('-');
  return { requestId, traceId, ...(projectId !== undefined && { projectId }) };
};

const buildHeaders = (
  { response, standings, headers }: Exchange,
  own: Readonly<Record<string, string>> | undefined,
): Record<string, string | number> => {
  Object.assign(headers, own);
  headers['Cache-Control'] = 'no-store';
  Object.assign(headers, connectionHeaders(response.app));
  addLimitHeaders(headers, standings);
  return headers;
};

/** Sends an answer with the headers that every answer carries. Without effect when the client has gone. */
export const sendAnswer = (
  exchange: Exchange,
  answer: Omit<Answer, 'body'> & { body: string | Buffer | undefined },
): void => {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const headers = buildHeaders(exchange, answer.headers);
  if (answer.type !== undefined && answer.body !== undefined) {
    headers['Content-Type'] = answer.type;
    headers['Content-Length'] = Buffer.byteLength(answer.body);
  }
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
};

/**
 * Sends an answer while it is made, as fast as the client reads it. Rejects as long as nothing has been sent; later it cuts the
 * connection, which shows the client that the answer is incomplete, and calls `onCut` with the reason.
 */
export const sendStream = async (
  exchange: Exchange,
  answer: StreamedAnswer,
  onCut: (error: unknown) => void,
): Promise<void> => {
  const { request, response } = exchange;
  const chunks = answer.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (response.headersSent || response.destroyed) return void (await chunks.return?.());
  response.writeHead(200, { ...buildHeaders(exchange, answer.headers), 'Content-Type': answer.type });
  if (request.method === 'HEAD' || first.done) {
    await chunks.return?.();
    response.end();
    return;
  }
  const whole = async function* (): AsyncGenerator<string | Uint8Array> {
    yield first.value;
    for (let step = await chunks.next(); !step.done; step = await chunks.next()) yield step.value;
  };
  try {
    await pipeline(whole, response);
  } catch (error) {
    response.destroy();
    if (!request.destroyed) onCut(error);
  } finally {
    await chunks.return?.();
  }
};
