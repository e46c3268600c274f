import type { OutboundStream } from '@parley/outbound';
import type { WebsiteDeps } from '../websites';
import type { Pace } from './pace';

/** What requests of a crawl go through. */
export interface Getter {
  /** Waits until the next request may begin. Each request is preceded by it. */
  turn(): Promise<void>;
  /** One request, redirects answered as they came unless some are allowed. */
  get(
    url: string,
    options: { headers?: Record<string, string>; timeoutMs: number; maxBytes: number; maxRedirects?: number },
  ): Promise<OutboundStream>;
  signal: AbortSignal;
}

/** Requests as our robot: guarded, paced, without cookies and credentials. */
export const createGetter = (
  { outbound, publicUrl }: Pick<WebsiteDeps, 'outbound' | 'publicUrl'>,
  { pace, signal }: { pace: Pace; signal: AbortSignal },
): Getter => ({
  signal,
  turn: () => pace.turn(signal),
  get: (url, { headers, ...options }) =>
    outbound.stream({
      url,
      headers: { 'user-agent': `ParleyBot/1.0 (+${publicUrl})`, ...headers },
      ...options,
      signal,
    }),
});

/** Reads a body up to so many bytes; what follows is not waited for. */
export const readUpTo = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    if ((size += chunk.length) >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
};

/** Ends a connection without reading its body. */
export const dropBody = async (body: AsyncIterable<Buffer>): Promise<void> => {
  try {
    const reading = body[Symbol.asyncIterator]();
    // A reading that has not begun holds the connection though it is ended.
    await reading.next();
    await reading.return?.();
  } catch {
    // The body is not needed.
  }
};
