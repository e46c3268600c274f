import { type Outbound, OutboundError, type OutboundStream } from '@parley/outbound';
import type { Attempt } from './delivery.store';
import { askedPause } from './retry';
import type { Header } from './webhook';

/** Milliseconds that a receiver has for its answer. */
export const TIMEOUT_MS = 15_000;

/** Bytes of an answer that are kept. */
const EXCERPT_BYTES = 1_024;

/** A request to make. */
export interface SignedRequest {
  url: string;
  headers: readonly Header[];
  signature: Readonly<Record<string, string>>;
  body: string;
}

/** What came of an attempt. */
export interface Outcome {
  attempt: Attempt;
  isAcknowledged: boolean;
  /** The receiver wants no more, ever. */
  isGone: boolean;
  /** Milliseconds that the receiver asked to be left alone. */
  pauseMs: number | undefined;
}

/** What PostgreSQL keeps of a text: neither NUL nor half a character. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').toWellFormed().replaceAll('\0', '');

/** The beginning of an answer's body. One that breaks off or does not come says nothing against the status. */
const readExcerpt = async ({ body }: OutboundStream): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= EXCERPT_BYTES) break;
    }
  } catch {
    // What came until then is kept.
  }
  return storable(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES));
};

/**
 * Posts a request once: any 2xx acknowledges, redirects are failures. Throws only when `signal` ended it before there was
 * an answer.
 */
export const sendDelivery = async (
  outbound: Pick<Outbound, 'stream'>,
  { url, headers, signature, body }: SignedRequest,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<Outcome> => {
  const began = performance.now();
  const attempt = (rest: Partial<Attempt>): Attempt => ({
    at: at.toISOString(),
    durationMs: Math.round(performance.now() - began),
    ...rest,
  });
  try {
    const answer = await outbound.stream({
      url,
      method: 'POST',
      headers: {
        ...Object.fromEntries(headers.map(({ key, value }) => [key, value])),
        'content-type': 'application/json',
        'user-agent': 'Parley-Webhooks/1',
        ...signature,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      // Reading ends after the excerpt, however much there is.
      maxBytes: Number.MAX_SAFE_INTEGER,
      signal,
    });
    const { status } = answer;
    const response = await readExcerpt(answer);
    const isAcknowledged = status >= 200 && status < 300;
    const pauseMs = askedPause({ status, retryAfter: answer.headers['retry-after'] }, at);
    return {
      attempt: attempt({
        status,
        ...(response !== '' && { response }),
        ...(!isAcknowledged && { error: `The receiver answered ${status}` }),
      }),
      isAcknowledged,
      isGone: status === 410,
      pauseMs,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const failed = attempt({ error: error.message });
    return { attempt: failed, isAcknowledged: false, isGone: false, pauseMs: undefined };
  }
};
