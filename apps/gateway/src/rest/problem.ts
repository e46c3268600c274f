import { DomainError, engineFailure, errorTable, type FieldProblem } from '@parley/errors';

/** An answer that only HTTP knows: 405, 415. Everything else is a DomainError. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly title: string,
    readonly reason: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 405 with the methods that the path has. */
export const methodNotAllowed = (allow: string): HttpError =>
  new HttpError(405, 'Method Not Allowed', 'METHOD_NOT_ALLOWED', `This path takes ${allow}.`, {
    Allow: allow,
  });

/** 415 */
export const unsupportedMediaType = (message: string): HttpError =>
  new HttpError(415, 'Unsupported Media Type', 'UNSUPPORTED_MEDIA_TYPE', message);

/** 404 for a path that is none of the API's. */
export const routeNotFound = (): DomainError =>
  new DomainError('notFound', 'ROUTE_NOT_FOUND', 'There is no such path. See /docs for those that exist.');

/** 400 for the query, with the parameters to correct. */
export const invalidQuery = (fields: FieldProblem[]): DomainError =>
  new DomainError(
    'invalid',
    'INVALID_QUERY',
    fields.map(({ field, message }) => `${field}: ${message}`).join('; '),
    { fields },
  );

/** The members of a problem document (RFC 9457, and our own). */
export interface ProblemDocument {
  type: 'about:blank';
  title: string;
  status: number;
  /** Stable, snake_case. */
  code: string;
  message: string;
  requestId: string;
  errors?: FieldProblem[];
}

/** The public form of an error. */
export interface Problem {
  document: ProblemDocument;
  headers: Record<string, string>;
  /** True for unexpected errors, which are logged. */
  fault: boolean;
  /** True when something that the request needs is away. */
  away: boolean;
}

const challenges: Record<string, string> = {
  INVALID_TOKEN: 'Bearer realm="parley", error="invalid_token"',
  INVALID_SESSION: 'Widget realm="parley"',
};

/** Seconds that a client should wait for something that is away, when no better value is known. */
const DEFAULT_RETRY_AFTER = 1;

const FAULT_MESSAGE = 'Something went wrong on our side. Quote the requestId when you report it.';

/** The one place that turns an error into the caller's answer. Of a fault only the fact is public. */
export const toProblem = (thrown: unknown, requestId: string): Problem => {
  const error = engineFailure(thrown) ?? thrown;
  const document = (title: string, status: number, reason: string, message: string): ProblemDocument => ({
    type: 'about:blank',
    title,
    status,
    code: reason.toLowerCase(),
    message,
    requestId,
  });
  if (error instanceof HttpError) {
    return {
      document: document(error.title, error.status, error.reason, error.message),
      headers: { ...error.headers },
      fault: false,
      away: false,
    };
  }
  if (!(error instanceof DomainError)) {
    return {
      document: document('Internal Server Error', 500, 'INTERNAL_ERROR', FAULT_MESSAGE),
      headers: {},
      fault: true,
      away: false,
    };
  }
  const { http, title } = errorTable[error.kind];
  const headers: Record<string, string> = {};
  if (http === 401) headers['WWW-Authenticate'] = challenges[error.reason] ?? 'Bearer realm="parley"';
  const retryAfter = error.retryAfter ?? (http === 503 ? DEFAULT_RETRY_AFTER : undefined);
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)));
  return {
    document: {
      ...document(title, http, error.reason, error.message),
      ...(error.fields.length > 0 && { errors: error.fields }),
    },
    headers,
    fault: false,
    away: error.kind === 'unavailable',
  };
};
