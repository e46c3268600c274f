import type { CallContext } from '@parley/rpc';
import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import type { Site } from './sites';

/** Longest wait for a page's content, in milliseconds. */
const PAGE_TIMEOUT_MS = 10_000;
/** Longest header of a reader that is handed on, in characters. */
const MAX_CLIENT = 512;

/** A call for the reader of a page: the contact with this `svcId`, else an anonymous visitor. */
export const siteContext = (
  request: Request,
  { projectId, organisationId }: Site,
  svcId?: string,
): CallContext => {
  const { 'user-agent': userAgent } = request.headers;
  return {
    requestId: randomUUID(),
    scope: {
      actor: svcId === undefined ? { type: 'anonymous' } : { type: 'contact', id: svcId },
      projectId,
      organisationId,
      ip: request.ip ?? '',
      client: {
        channel: 'site',
        host: request.hostname.slice(0, MAX_CLIENT),
        ...(userAgent !== undefined && { userAgent: userAgent.slice(0, MAX_CLIENT) }),
      },
    },
    deadline: Date.now() + PAGE_TIMEOUT_MS,
    signal: new AbortController().signal,
  };
};
