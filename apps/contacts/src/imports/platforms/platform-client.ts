import { parseForeignJson } from '@parley/json';
import { type Outbound, OutboundError } from '@parley/outbound';
import { PlatformError } from './platform-error';
import type { PlatformAccess } from './platform';
import { askedWait } from './waits';

/** Milliseconds that one request may take. */
const TIMEOUT_MS = 30_000;

/** Most bytes of one answer. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A client of a platform, with the credentials of the import. */
export interface PlatformClient {
  /** The JSON answer. Throws a PlatformError. */
  get(
    path: string,
    query?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

/** Options of a client. */
export interface PlatformClientOptions {
  outbound: Outbound;
  /** Name of the platform in messages. */
  title: string;
  access: PlatformAccess;
  signal: AbortSignal;
  clock: () => Date;
}

/** Failures of which another attempt makes no difference. */
const lasting: readonly string[] = ['invalid_url', 'forbidden_address', 'too_large', 'too_many_redirects'];

const unreached = (title: string, error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error;
  return new PlatformError(
    lasting.includes(error.code) ? 'unusable' : 'away',
    `${title} gave no answer: ${error.message}.`,
  );
};

const parse = (title: string, body: Buffer): unknown => {
  try {
    return parseForeignJson(body);
  } catch (error) {
    if (error instanceof RangeError)
      throw new PlatformError('unusable', `${title} answered too much at once.`);
    throw new PlatformError('unusable', `${title} answered something else than JSON.`);
  }
};

export const createPlatformClient = ({
  outbound,
  title,
  access,
  signal,
  clock,
}: PlatformClientOptions): PlatformClient => {
  const ask = async (
    path: string,
    request: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<unknown> => {
    const { status, headers, body } = await outbound
      .request({
        url: `${access.baseUrl}${path}`,
        ...request,
        headers: { ...request.headers, accept: 'application/json', authorization: access.authorization },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal,
      })
      .catch((error: unknown) => {
        throw unreached(title, error);
      });
    if (status >= 200 && status < 300) return parse(title, body);
    if (status === 429) {
      const wait = askedWait(headers, clock().getTime());
      throw new PlatformError('limited', `${title} asks to slow down (HTTP 429).`, wait);
    }
    if (status === 401 || status === 403) {
      throw new PlatformError(
        'refused',
        `${title} refused the credentials for ${path.split('?')[0]} (HTTP ${status}).`,
      );
    }
    if (status === 404)
      throw new PlatformError('missing', `${title} knows no ${path.split('?')[0]} (HTTP 404).`);
    if (status === 408 || status >= 500) {
      throw new PlatformError(
        'away',
        `${title} failed (HTTP ${status}).`,
        askedWait(headers, clock().getTime()),
      );
    }
    throw new PlatformError(
      'unusable',
      `${title} refused the request for ${path.split('?')[0]} (HTTP ${status}).`,
    );
  };
  return {
    get: (path, query = {}, headers = {}) => {
      const text = new URLSearchParams(query).toString();
      return ask(text === '' ? path : `${path}?${text}`, { headers });
    },
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
};
