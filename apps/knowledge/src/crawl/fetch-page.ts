import { type Outbound, OutboundError } from '@parley/outbound';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { FailReason, SkipReason } from './crawl';
import { readContentType } from './decode-page';
import { dropBody, type Getter } from './get';
import { pageUrl } from '../websites';

const TIMEOUT_MS = 15_000;
export const MAX_PAGE_BYTES = 5 * 1_048_576;
const MAX_REDIRECTS = 5;

const types: readonly string[] = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'text/x-markdown',
];

/** What came of asking for a page. */
export type Fetched =
  | {
      kind: 'page';
      /** The address that answered. */
      url: string;
      httpStatus: number;
      body: Buffer;
      type: string;
      charset: string;
      robotsTag: string;
      etag?: string;
      lastModified?: string;
    }
  | { kind: 'unchanged'; httpStatus: number }
  | { kind: 'moved'; url: string }
  | { kind: 'skipped'; reason: SkipReason; httpStatus?: number }
  | { kind: 'failed'; reason: FailReason; httpStatus?: number };

/** The server's validators from the last read. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

/** Bounds for redirects: within the origin, and allowed by robots.txt. */
export interface Bounds {
  origin: string;
  allows(url: string): boolean;
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: object) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The body without a coding that was not requested. Undefined for one that is unknown, broken or too large. */
const decoded = async (bytes: Buffer, coding = ''): Promise<Buffer | undefined> => {
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  try {
    return await decoders[name]?.(bytes, { maxOutputLength: MAX_PAGE_BYTES });
  } catch {
    return undefined;
  }
};

const failure = (error: unknown): Fetched => {
  if (!(error instanceof OutboundError)) throw error;
  switch (error.code) {
    case 'too_large':
      return { kind: 'skipped', reason: 'too_large' };
    case 'invalid_url':
    case 'forbidden_address':
      return { kind: 'failed', reason: 'forbidden_address' };
    default:
      return { kind: 'failed', reason: error.code };
  }
};

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const validatorHeaders = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag !== undefined && { 'if-none-match': etag }),
  ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
});

/**
 * Asks for a page. Redirects within the origin are followed as far as robots.txt allows; `moved` is one that leads
 * elsewhere. 15 s and 5 MB in all, 5 redirects.
 */
export const fetchPage = async (
  getter: Getter,
  outbound: Pick<Outbound, 'check'>,
  asked: string,
  { bounds, validators = {} }: { bounds: Bounds; validators?: Validators },
): Promise<Fetched> => {
  let left = TIMEOUT_MS;
  let url = asked;
  try {
    for (let redirects = 0; ; redirects += 1) {
      await getter.turn();
      const begun = performance.now();
      const { status, headers, body } = await getter.get(url, {
        headers: { accept: 'text/html,text/plain,text/markdown;q=0.9', ...validatorHeaders(validators) },
        timeoutMs: Math.max(1, left),
        maxBytes: MAX_PAGE_BYTES,
      });
      const location = headers['location'];
      if (isRedirect(status) && location !== undefined) {
        await dropBody(body);
        if (redirects >= MAX_REDIRECTS) return { kind: 'failed', reason: 'too_many_redirects' };
        if (URL.canParse(location, url)) outbound.check(new URL(location, url).href);
        const next = pageUrl(location, url);
        if (next === undefined) return { kind: 'failed', reason: 'forbidden_address' };
        if (new URL(next).origin !== bounds.origin) return { kind: 'moved', url: next };
        if (!bounds.allows(next)) return { kind: 'skipped', reason: 'robots', httpStatus: status };
        url = next;
        left -= performance.now() - begun;
        continue;
      }
      if (status === 304) {
        await dropBody(body);
        return { kind: 'unchanged', httpStatus: status };
      }
      const { type, charset } = readContentType(headers['content-type']);
      const isReadable = status >= 200 && status < 300 && (type === '' || types.includes(type));
      if (!isReadable) {
        await dropBody(body);
        return status >= 200 && status < 300
          ? { kind: 'skipped', reason: 'unsupported_type', httpStatus: status }
          : { kind: 'failed', reason: 'http_status', httpStatus: status };
      }
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const bytes = await decoded(Buffer.concat(chunks), headers['content-encoding']);
      if (!bytes) return { kind: 'skipped', reason: 'too_large', httpStatus: status };
      return {
        kind: 'page',
        url,
        httpStatus: status,
        body: bytes,
        type,
        charset,
        robotsTag: headers['x-robots-tag'] ?? '',
        ...(headers['etag'] !== undefined && { etag: headers['etag'] }),
        ...(headers['last-modified'] !== undefined && { lastModified: headers['last-modified'] }),
      };
    }
  } catch (error) {
    getter.signal.throwIfAborted();
    return failure(error);
  }
};
