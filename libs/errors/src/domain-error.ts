import { type Noun, notFoundReason, nouns } from './nouns';
import { type ReasonOf, reasons } from './reasons';

/** What kind of failure it is; decides the gRPC code and the HTTP status (see `errorTable`). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'exists'
  | 'conflict'
  | 'raced'
  | 'unprocessable'
  | 'tooLarge'
  | 'limited'
  | 'unavailable'
  | 'timeout';

/** A field the caller has to correct. `field` is its public path, e.g. `upvotes.0.email`. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Additional data of an error, beside its reason and message. */
export interface ErrorExtras {
  /** Fields to correct (kind `invalid`). */
  fields?: FieldProblem[];
  /** Public, machine-readable facts, e.g. the missing permission. */
  meta?: Record<string, string>;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error for the caller. Everything else that is thrown is a fault: logged once, answered as 500 without details. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly fields: FieldProblem[];
  readonly meta: Record<string, string>;
  readonly retryAfter: number | undefined;

  /**
   * @param reason UPPER_SNAKE and stable; the public `code` is its lower-case form.
   * @param message For a person: the problem and how to solve it.
   */
  constructor(
    readonly kind: ErrorKind,
    readonly reason: string,
    message: string,
    extras: ErrorExtras = {},
  ) {
    super(cut(message), { cause: extras.cause });
    this.fields = listProblems(extras.fields ?? []);
    this.meta = extras.meta ?? {};
    this.retryAfter = extras.retryAfter;
  }
}

/*
 * An error travels between services in headers, which take 64 KB in all: a connection with more breaks, and all calls on it fail.
 * Texts of an error may be the caller's own.
 */

/** Most problems that an error lists. */
export const MOST_PROBLEMS = 100;
/** Most bytes of the problems that an error lists. */
const MOST_BYTES = 24_000;
/** Most UTF-16 code units of a text of an error. */
const MOST_CHARACTERS = 3_000;

/** Without half of a surrogate pair, which no header can hold. */
const cut = (text: string): string =>
  (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text).toWellFormed();

/** The first problems, as many as an error may list. */
const listProblems = (problems: readonly FieldProblem[]): FieldProblem[] => {
  const listed: FieldProblem[] = [];
  let bytes = 0;
  for (const { field, message } of problems.slice(0, MOST_PROBLEMS)) {
    const problem = { field: cut(field), message: cut(message) };
    bytes += Buffer.byteLength(problem.field) + Buffer.byteLength(problem.message);
    if (bytes > MOST_BYTES) break;
    listed.push(problem);
  }
  return listed;
};

/** 400 for fields that are wrong; `field` problems are listed one by one, the first 100 of them. */
export const invalid = (fields: FieldProblem[] | FieldProblem, message?: string): DomainError => {
  const list = listProblems(Array.isArray(fields) ? fields : [fields]);
  return new DomainError(
    'invalid',
    'INVALID_INPUT',
    message ?? list.map((f) => `${f.field}: ${f.message}`).join('; '),
    {
      fields: list,
    },
  );
};

/** 404: no such thing in this project. */
export const notFound = (noun: Noun, message: string = nouns[noun]): DomainError =>
  new DomainError(
    'notFound',
    notFoundReason(noun),
    message || `There is no such ${noun.replaceAll('_', ' ')} in this project.`,
  );

/** Makes errors of one kind. */
const refusal =
  <Kind extends ErrorKind>(kind: Kind) =>
  (
    reason: ReasonOf<Kind>,
    message: string = reasons[reason].message,
    meta: Record<string, string> = {},
  ): DomainError =>
    new DomainError(kind, reason, message, { meta });

/** 403 */
export const forbidden = refusal('forbidden');

/** 401 */
export const unauthenticated = refusal('unauthenticated');

/** 409: the state does not allow it. */
export const conflict = refusal('conflict');

/** 409: the thing is there already. */
export const exists = refusal('exists');

/** 409: someone else was faster; the caller may retry. */
export const raced = refusal('raced');

/** 413 */
export const tooLarge = (message: string): DomainError =>
  new DomainError('tooLarge', 'PAYLOAD_TOO_LARGE', message);

/** 429, with the seconds to wait. */
export const limited = (message: string, retryAfter: number): DomainError =>
  new DomainError('limited', 'RATE_LIMITED', message, { retryAfter });

/** 503: a service or engine is away. */
export const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', 'UNAVAILABLE', message, { cause, retryAfter: 1 });

/** 504: it took too long. */
export const timeout = (message: string, cause?: unknown): DomainError =>
  new DomainError('timeout', 'TIMEOUT', message, { cause });
