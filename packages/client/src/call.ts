import { ParleyConnectionError, ParleyError, toError } from './errors';

/** Where the platform is, and who calls. */
export interface ParleyOptions {
  /** Address of the gateway, with or without `/v3`: `https://help.example.com`. */
  url: string;
  /** Token of a person or a service account; a function is asked before each request. Public operations need none. */
  token?: string | (() => string | Promise<string>);
  /** Id of the project, for operations within one. */
  project?: string;
  /** Further headers of each request, such as `api-token`, the project's public key. */
  headers?: Record<string, string>;
  /** Most tries after the first; default 3. */
  retries?: number;
  /** Milliseconds that one try may take; default 60,000. */
  timeout?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What differs for one call. */
export interface CallOptions extends Pick<
  Partial<ParleyOptions>,
  'project' | 'headers' | 'retries' | 'timeout'
> {
  /** Ends the call. */
  signal?: AbortSignal;
  /** Names the effect of a POST: sent again within 24 hours, it gets the first answer. The client makes one by default. */
  idempotencyKey?: string;
}

/** One request. */
export interface Call {
  method: string;
  path: string;
  query?: object | undefined;
  body?: BodyInit | undefined;
  /** Type of the body; that of a form comes with it. */
  type?: string | undefined;
  /** Whether it has an effect that must not happen twice. */
  isRepeatable?: boolean;
  /** Whether the answer is a text, and not JSON. */
  isText?: boolean;
}

const RETRIES = 3;
const TIMEOUT_MS = 60_000;
/** Milliseconds before the second try; doubled for each further one. */
const FIRST_REST_MS = 250;
/** Longest wait for another try, in seconds. A server that asks for a longer one is not asked again. */
const LONGEST_REST_S = 60;
/** Answers after which another try makes sense. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Makes a request, and again after failures that pass: no connection, 429, 502, 503 and 504. All tries of a POST have one key, so
 * that it has its effect once. @throws {ParleyError} @throws {ParleyConnectionError}
 */
export const send = async (platform: ParleyOptions, call: Call, options: CallOptions): Promise<unknown> => {
  const retries = options.retries ?? platform.retries ?? RETRIES;
  const key = call.isRepeatable ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      return await tryOnce(platform, call, options, key);
    } catch (error) {
      const rest = tries < retries ? findRest(error, tries) : undefined;
      if (rest === undefined || options.signal?.aborted) throw error;
      await pause(rest, options.signal);
    }
  }
};

/** Milliseconds until another try; undefined when there should be none. */
const findRest = (error: unknown, tries: number): number | undefined => {
  // Half of it by chance, so that clients that failed together do not return together.
  const rest = FIRST_REST_MS * 2 ** tries * (0.5 + Math.random() / 2);
  if (error instanceof ParleyConnectionError) return rest;
  if (!(error instanceof ParleyError) || !PASSING.has(error.status)) return undefined;
  const { retryAfter = 0 } = error;
  return retryAfter > LONGEST_REST_S ? undefined : Math.max(rest, retryAfter * 1000);
};

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });

const tryOnce = async (
  platform: ParleyOptions,
  { method, path, query, body, type, isText }: Call,
  { signal, ...options }: CallOptions,
  key: string | undefined,
): Promise<unknown> => {
  const { token } = platform;
  const project = options.project ?? platform.project;
  const authorization = typeof token === 'function' ? await token() : token;
  const headers = {
    ...(authorization !== undefined && { authorization: `Bearer ${authorization}` }),
    ...(project !== undefined && { project }),
    ...(type !== undefined && { 'content-type': type }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...platform.headers,
    ...options.headers,
  };
  const limit = AbortSignal.timeout(options.timeout ?? platform.timeout ?? TIMEOUT_MS);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  const ask = platform.fetch ?? fetch;
  let response: Response;
  let text: string;
  try {
    response = await ask(`${readRoot(platform.url)}${path}${writeQuery(query)}`, {
      method,
      headers,
      signal: until,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await toError(response);
    text = await response.text();
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    // The caller's own end of the call is no failure of the connection.
    signal?.throwIfAborted();
    throw new ParleyConnectionError(`${method} ${path} got no answer.`, { cause: error });
  }
  if (isText) return text;
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

/** The root of the API, for an address with or without it. */
const readRoot = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/v3$/, '')}/v3`;

/** A list is a repeated parameter, a date is ISO 8601, and `conditions` are parameters of their own names. */
const writeQuery = (query: object = {}): string => {
  const parameters = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) value.forEach((one) => add(name, one));
    else if (value instanceof Date) parameters.append(name, value.toISOString());
    else if (typeof value === 'object' && value !== null)
      Object.entries(value).forEach(([inner, one]) => add(inner, one));
    else parameters.append(name, String(value));
  };
  Object.entries(query).forEach(([name, value]) => add(name, value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};
