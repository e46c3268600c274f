import { randomUUID } from 'node:crypto';
import { currentTraceparent, newTraceparent } from '@parley/telemetry';
import { type Request, type Response } from 'express';
import { addLimitHeaders, type Standing } from '../limits/meter';
import { type Answer } from '../rest/render';

/** One public request on its way, and what is known of it so far. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly ip: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Names the caller once known. */
  callerKey: string | undefined;
  /** Project that the caller belongs to, once known. */
  projectId: string | undefined;
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
  response.setHeader('X-Request-Id', requestId);
  return {
    request,
    response,
    requestId,
    ip: (request.ip ?? '').replace(MAPPED_PREFIX, ''),
    startedAt: performance.now(),
    callerKey: undefined,
    projectId: undefined,
    standings: [],
  };
};

/** The trace a request belongs to: this process's, the caller's, or a new one. */
export const traceparentOf = ({ request }: Exchange): string => {
  const given = request.headers['traceparent'];
  return (
    currentTraceparent() ?? (typeof given === 'string' && TRACEPARENT.test(given) ? given : newTraceparent())
  );
};

/** Set on the Express app when the server stops: connections end with the answer in flight. */
export const DRAINING = 'draining';

/** Sends an answer with the headers that every answer carries. Without effect when the client has gone. */
export const sendAnswer = (exchange: Exchange, answer: Answer): void => {
  const { request, response, standings } = exchange;
  if (response.headersSent || response.destroyed) return;
  const headers: Record<string, string | number> = { ...answer.headers, 'Cache-Control': 'no-store' };
  if (response.app.locals[DRAINING]) headers['Connection'] = 'close';
  addLimitHeaders(headers, standings);
  if (answer.type !== undefined && answer.body !== undefined) {
    headers['Content-Type'] = answer.type;
    headers['Content-Length'] = Buffer.byteLength(answer.body);
  }
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
};
