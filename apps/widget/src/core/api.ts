import { createBatches } from './batch';

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
  /** `svc-id`, `svc-hash` and `idempotency-key`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether it may take long: then no other request waits for it. */
  isSlow?: boolean;
}

/** Sends a request below `/v3` and reads the JSON of the answer; throws {@link Refused}, or the network's error. */
export type Send = <Answer>(method: string, path: string, body?: object, extras?: Extras) => Promise<Answer>;

/** Whether the same request may well succeed later: the network was away, or the platform had no room. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refused) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.code === 'idempotency_in_flight';

/** Sends requests by the project's key, those of one moment together: see {@link createBatches}. */
export const createSend = (root: string, projectKey: string): Send => {
  const post = createBatches(root, projectKey);
  return async <Answer>(method: string, path: string, body?: object, extras: Extras = {}) => {
    const {
      status,
      retryAfter,
      body: answer,
    } = await abortable(post({ method, path, body, extras }), extras);
    if (status < 300) return answer as Answer;
    const { code = 'unknown', message = '' } = Object(answer) as { code?: string; message?: string };
    throw new Refused(status, code, message, retryAfter);
  };
};

const abortable = <Result>(work: Promise<Result>, { signal }: Extras): Promise<Result> =>
  signal
    ? Promise.race([
        work,
        new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        ),
      ])
    : work;
