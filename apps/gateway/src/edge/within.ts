import { Readable } from 'node:stream';
import { tooLarge } from '@parley/errors';
import type { Request } from 'express';
import { type Answer, type BoundOperation, routeNotFound, type Router, type StreamedAnswer } from '../rest';
import type { Exchange } from './exchange';
import { answerRefusal, perform, type PipelineDeps } from './pipeline';

/** A request that is made within another one, by the gateway. */
export interface InnerCall {
  method: string;
  /** Below the version prefix, with its query. */
  path: string;
  /** By which the caller is identified, and what else the operation reads. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** A call as an exchange of its own, from the client of the outer one. */
export const openCall = (exchange: Exchange, { method, path, headers, body }: InnerCall): Exchange => {
  const { origin, host, 'user-agent': userAgent } = exchange.request.headers;
  const request = Object.assign(Readable.from(body.length > 0 ? [body] : []), {
    method,
    url: `/v3${path}`,
    path: `/v3${path.split('?')[0]}`,
    headers: {
      ...headers,
      ...(origin !== undefined && { origin }),
      ...(host !== undefined && { host }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      'content-length': String(body.length),
    },
  });
  return {
    ...exchange,
    request: request as unknown as Request,
    headers: { ...exchange.headers },
    standings: [],
  };
};

/**
 * Answers a call with the checks, limits and errors of a request of its own. 404 for operations that `isServed` leaves out, and for
 * those that take a file.
 */
export const answerCall = async (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  inner: Exchange,
  { method, path }: InnerCall,
  isServed: (row: BoundOperation) => boolean,
): Promise<Answer> => {
  try {
    const found = router.find(method, path.split('?')[0] ?? '');
    if (!found || found.row.options.form !== undefined || !isServed(found.row)) throw routeNotFound();
    const answer = await perform(deps, found.row, found.parameters, inner);
    return 'chunks' in answer ? await collect(answer) : answer;
  } catch (error) {
    return answerRefusal(deps, inner, error);
  }
};

/** Largest answer that is collected from a stream: 5 MB. */
const MAX_COLLECTED_BYTES = 5 * 1024 * 1024;

/** A streamed answer as a whole one. 413 beyond 5 MB. */
const collect = async ({ type, headers, chunks }: StreamedAnswer): Promise<Answer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const piece = Buffer.from(chunk as string);
    size += piece.length;
    if (size > MAX_COLLECTED_BYTES) throw tooLarge('The answer is larger than 5 MB.');
    pieces.push(piece);
  }
  return { status: 200, type, headers, body: Buffer.concat(pieces).toString() };
};
