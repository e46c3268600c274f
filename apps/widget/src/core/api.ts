/** The API refused a request. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly status: number,
    /** Why, as the problem document names it: `conversation_closed`. */
    readonly code: string,
    message: string,
    /** Seconds after which to try again, when the answer names them. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** Optional parts of a request beside method, path and body. */
export interface Extras {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a request below `/v3` and reads the JSON of the answer; throws {@link Refused}, or the network's error. */
export type Send = <Answer>(method: string, path: string, body?: object, extras?: Extras) => Promise<Answer>;

/** Whether the same request may well succeed later: the network was away, or the platform had no room. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refused) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.code === 'idempotency_in_flight';

const readRefusal = async (response: Response): Promise<Refused> => {
  const { code = 'unknown', message = response.statusText } = (await response.json().catch(() => ({}))) as {
    code?: string;
    message?: string;
  };
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new Refused(response.status, code, message, Number.isFinite(seconds) ? seconds : undefined);
};

/** Most characters of a body that leaves although the page is left: browsers hold 64 KB of all such requests. */
const MOST_KEPT_ALIVE = 8_000;

/** Sends by the project's key alone. */
export const createSend =
  (root: string, projectKey: string): Send =>
  async <Answer>(method: string, path: string, body?: object, { headers, signal }: Extras = {}) => {
    const text = body && JSON.stringify(body);
    const response = await fetch(`${root}/v3${path}`, {
      method,
      headers: {
        'api-token': projectKey,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text && { body: text }),
      // A click's report arrives also when the click leads away.
      keepalive: text !== undefined && text.length <= MOST_KEPT_ALIVE,
      ...(signal && { signal }),
      // The session stands in headers; no cookie goes along.
      credentials: 'omit',
    });
    if (!response.ok) throw await readRefusal(response);
    return (await response.json()) as Answer;
  };
