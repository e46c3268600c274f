/** A field of the request to correct. */
export interface FieldProblem {
  /** Path of the field: `upvotes.0.email`. */
  field: string;
  message: string;
}

/** The problem document of the API (RFC 9457). */
interface Problem {
  code?: string;
  message?: string;
  requestId?: string;
  errors?: FieldProblem[];
}

/** The platform refused a request. `message` says for a person why, and what to do. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** Status of HTTP. */
  readonly status: number;
  /** Stable name of the problem, for programs: `ticket_not_found`; `unknown` when a proxy answered. */
  readonly code: string;
  /** Id of the request, for a report to the operator. */
  readonly requestId: string | undefined;
  /** Fields to correct, for invalid input. */
  readonly errors: readonly FieldProblem[];
  /** Seconds after which another try makes sense, where the answer says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, problem: Problem) {
    super(problem.message ?? `The server answered ${response.status}.`);
    this.status = response.status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.errors = problem.errors ?? [];
    this.retryAfter = readRetryAfter(response.headers.get('retry-after'));
  }
}

/** No answer came: the platform was not reachable, or took too long. `cause` has the error of `fetch`. */
export class ParleyConnectionError extends Error {
  override readonly name = 'ParleyConnectionError';
}

/** Reads seconds, or a date. */
const readRetryAfter = (value: string | null): number | undefined => {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};

/** The error of an answer that is no success. */
export const toError = async (response: Response): Promise<ParleyError> => {
  const text = await response.text().catch(() => '');
  try {
    return new ParleyError(response, (JSON.parse(text) ?? {}) as Problem);
  } catch {
    return new ParleyError(response, {});
  }
};
