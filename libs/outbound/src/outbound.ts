import { lookup } from 'node:dns/promises';
import type * as Undici from 'undici';
import { addressRule, type AddressRule } from './addresses';
import { createExpiry, type Expiry } from './expiry';
import { OutboundError } from './outbound-error';
import { followingHop, type Hop, readLocation } from './redirect';
import { readTarget, type Resolve, resolveAllowed } from './target';

/** Most bytes of an answer's headers. */
const MAX_HEADER_BYTES = 16_384;

/** One request. */
export interface OutboundRequest {
  url: string;
  /** GET unless said otherwise. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For everything together: look-up, connection, redirects and the whole body. */
  timeoutMs: number;
  /** Most bytes of the body; one more and the connection is cut. */
  maxBytes: number;
  /** 0, the default, answers a redirect as it came. */
  maxRedirects?: number;
  /** The caller's own end; its reason is thrown. */
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  /** Names in lower case; a repeated header is joined by commas. */
  headers: Record<string, string>;
  /** The URL that answered, after redirects. */
  url: string;
}

/** An answer with its whole body. */
export interface OutboundResponse extends Answer {
  body: Buffer;
}

/** An answer with a streamed body. Leaving the loop early cuts the connection. */
export interface OutboundStream extends Answer {
  body: AsyncIterable<Buffer>;
}

/** HTTP to addresses that someone else names. Bodies are given as sent: nothing is decompressed. */
export interface Outbound {
  request(request: OutboundRequest): Promise<OutboundResponse>;
  stream(request: OutboundRequest): Promise<OutboundStream>;
  /** Throws `invalid_url` or `forbidden_address` for problems of the URL itself, e.g. before it is stored. */
  check(url: string): void;
  /**
   * The address of a host, for other protocols than HTTP; a connection is made to it and not to the name. Throws `forbidden_address` for
   * one that may not be reached, `unreachable` for a name without an address.
   */
  resolveHost(hostname: string): Promise<string>;
  close(): Promise<void>;
}

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

/** Connects to addresses that were checked after the look-up; the name stays in `Host` and in the TLS handshake. */
const guardedConnector = (
  undici: typeof Undici,
  resolve: Resolve,
  isAllowed: AddressRule,
): Undici.buildConnector.connector => {
  const connect = undici.buildConnector({
    lookup: (hostname, { all }, done) => {
      resolveAllowed(hostname, resolve, isAllowed).then(
        (found) => {
          if (all) return done(null, found);
          const [first] = found;
          done(null, first?.address ?? '', first?.family);
        },
        (error: Error) => done(error, '', 0),
      );
    },
  });
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null);
      // Whatever led here, the other end of the socket is what counts.
      if (isAllowed(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      done(new OutboundError('forbidden_address', `${options.hostname} may not be reached`), null);
    });
};

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Headers that belong to the connection; the client writes them itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

const firstHop = ({ method, headers, body }: OutboundRequest): Hop => {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method: (method ?? 'GET').toUpperCase(),
    headers: {
      'user-agent': 'Parley',
      'accept-encoding': 'identity',
      ...Object.fromEntries(given.filter(([name]) => !ownHeaders.has(name))),
    },
    body,
  };
};

/** Turns whatever went wrong into the error that callers know; programming errors stay what they are. */
const translate = (error: unknown, expiry: Expiry, url: URL): unknown => {
  expiry.throwIfOver();
  if (error instanceof OutboundError) return error;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'UND_ERR_INVALID_ARG':
      return error;
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new OutboundError('too_large', `${url.host} answered too many headers`, { cause: error });
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new OutboundError('timeout', `${url.host} did not take the connection in time`, {
        cause: error,
      });
    default:
      return new OutboundError('unreachable', `${url.host} could not be reached`, { cause: error });
  }
};

const tooLarge = (url: URL, maxBytes: number): OutboundError =>
  new OutboundError('too_large', `${url.host} answered more than ${maxBytes} bytes`);

/**
 * HTTP client for addresses that users name: webhooks, imports, images. It connects only to public addresses and to
 * `allowedNetworks` (CIDR), never through a proxy, over a connection of its own for each request.
 */
export const createOutbound = ({
  allowedNetworks,
  resolve = resolveBySystem,
}: {
  allowedNetworks: readonly string[];
  resolve?: Resolve;
}): Outbound => {
  const isAllowed = addressRule(allowedNetworks);
  let opened: ReturnType<typeof openAgent> | undefined;
  const follow = async (
    { url: text, maxRedirects = 0, ...request }: OutboundRequest,
    expiry: Expiry,
  ): Promise<{ raw: Undici.Dispatcher.ResponseData; headers: Record<string, string>; url: URL }> => {
    let url = readTarget(text, isAllowed);
    let hop = firstHop({ url: text, ...request });
    const { undici, agent } = await (opened ??= openAgent(resolve, isAllowed));
    for (let redirects = 0; ; redirects += 1) {
      try {
        const raw = await undici.request(url, {
          dispatcher: agent,
          method: hop.method,
          headers: hop.headers,
          body: hop.body ?? null,
          signal: expiry.signal,
        });
        raw.body.on('error', () => undefined);
        const headers = flatten(raw.headers);
        const location = maxRedirects > 0 ? readLocation(raw.statusCode, headers) : undefined;
        if (location === undefined) return { raw, headers, url };
        raw.body.destroy();
        if (redirects >= maxRedirects) {
          throw new OutboundError(
            'too_many_redirects',
            `${url.host} redirects more than ${maxRedirects} times`,
          );
        }
        const next = readTarget(location, isAllowed, url);
        hop = followingHop(hop, raw.statusCode, url, next);
        url = next;
      } catch (error) {
        throw translate(error, expiry, url);
      }
    }
  };

  const stream = async (request: OutboundRequest): Promise<OutboundStream> => {
    const expiry = createExpiry(request);
    try {
      const { raw, headers, url } = await follow(request, expiry);
      const isHead = request.method?.toUpperCase() === 'HEAD';
      if (!isHead && Number(headers['content-length'] ?? 0) > request.maxBytes) {
        raw.body.destroy();
        throw tooLarge(url, request.maxBytes);
      }
      return {
        status: raw.statusCode,
        headers,
        url: url.href,
        body: readBody(raw.body, url, request.maxBytes, expiry),
      };
    } catch (error) {
      expiry.end();
      throw error;
    }
  };

  return {
    stream,
    request: async (request) => {
      const { body, ...answer } = await stream(request);
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return { ...answer, body: Buffer.concat(chunks) };
    },
    check: (url) => void readTarget(url, isAllowed),
    resolveHost: (hostname) => resolveHost(hostname, resolve, isAllowed),
    close: async () => (await opened)?.agent.destroy(),
  };
};

const resolveHost = async (hostname: string, resolve: Resolve, isAllowed: AddressRule): Promise<string> => {
  const [first] = await resolveAllowed(hostname, resolve, isAllowed).catch((error: unknown) => {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError('unreachable', `${hostname} has no address`, { cause: error });
  });
  return first?.address ?? '';
};

const openAgent = async (
  resolve: Resolve,
  isAllowed: ReturnType<typeof addressRule>,
): Promise<{ undici: typeof Undici; agent: Undici.Agent }> => {
  // Loaded with the first request: a service that makes none does not pay the memory.
  const undici = await import('undici');
  const agent = new undici.Agent({
    connect: guardedConnector(undici, resolve, isAllowed),
    // A kept connection may be closed by the other end just as the next request is written, which then looks failed.
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The time-out of the whole request stands above these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { undici, agent };
};

/** Reads an answer, up to its most bytes; ends the time of its request. */
async function* readBody(
  body: Undici.Dispatcher.ResponseData['body'],
  url: URL,
  maxBytes: number,
  expiry: Expiry,
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(url, maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw translate(error, expiry, url);
  } finally {
    body.destroy();
    expiry.end();
  }
}
