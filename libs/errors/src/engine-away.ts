import { DomainError, timeout, unavailable } from './domain-error';

/** Why an engine failed: it is unreachable or unusable at present, or it took too long. */
type Outage = 'away' | 'slow';

/** SQLSTATE of a server that cannot be reached, refuses log-ins, stops, starts, is full, or is a stand-by. */
const SQL_AWAY = /^(08|28|53|57P0|58)|^(3D000|25006|25P03)$/;
/** The server gave up on a statement, a lock or a transaction after its time. */
const SQL_SLOW = /^(57014|25P04)$/;

/** Codes of Prisma: not reachable, refused, timed out, closed, no connection free, too many connections. */
const PRISMA_AWAY = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2037',
]);

/** What Prisma's adapter calls the same failures when no code of the server's is behind them. */
const ADAPTER_AWAY = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'TlsConnectionError',
]);

/** Codes of sockets, of `fetch` and of a disk that is full, read-only or broken. */
const SYSTEM_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
]);
const SYSTEM_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Messages of the PostgreSQL driver that have no code. */
const DRIVER_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/;
const DRIVER_SLOW = /^Query read timeout/;

/** Prisma's transaction manager has one code for everything; its message reveals a transaction that took too long. */
const TRANSACTION_SLOW = /expired transaction|timeout for this transaction/;

interface Failure {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown } | null;
  $metadata?: { httpStatusCode?: number } | null;
}

const byCode = (code: unknown): Outage | undefined => {
  if (typeof code !== 'string') return undefined;
  if (SYSTEM_AWAY.has(code) || PRISMA_AWAY.has(code)) return 'away';
  if (SYSTEM_SLOW.has(code)) return 'slow';
  if (code.length !== 5) return undefined;
  if (SQL_SLOW.test(code)) return 'slow';
  return SQL_AWAY.test(code) ? 'away' : undefined;
};

const byMessage = ({ code, message }: Failure): Outage | undefined => {
  if (typeof message !== 'string') return undefined;
  if (code === 'P2028') return TRANSACTION_SLOW.test(message) ? 'slow' : 'away';
  if (code !== undefined) return undefined;
  if (DRIVER_SLOW.test(message)) return 'slow';
  return DRIVER_AWAY.test(message) ? 'away' : undefined;
};

const own = (failure: Failure): Outage | undefined => {
  if (failure instanceof DomainError) {
    if (failure.kind === 'unavailable') return 'away';
    return failure.kind === 'timeout' ? 'slow' : undefined;
  }
  const { code, originalCode, kind, $metadata } = failure;
  if (typeof kind === 'string' && ADAPTER_AWAY.has(kind)) return 'away';
  // S3 clients report the server's status.
  if (($metadata?.httpStatusCode ?? 0) >= 500) return 'away';
  return byCode(code) ?? byCode(originalCode) ?? byMessage(failure);
};

/** How deep an error may be wrapped in others. */
const MAX_DEPTH = 6;

const findOutage = (error: unknown, depth = 0): Outage | undefined => {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
  const failure = error as Failure;
  const found = own(failure);
  // One of our own errors stays as it is, whatever caused it.
  if (found || failure instanceof DomainError) return found;
  return findOutage(failure.meta?.driverAdapterError, depth + 1) ?? findOutage(failure.cause, depth + 1);
};

/**
 * Whether an engine (database, bus, cache, search, files, mail, models) is away and the request itself is fine: a later attempt may
 * succeed. False for one that took too long, which may be the request's fault.
 */
export const isEngineAway = (error: unknown): boolean => findOutage(error) === 'away';

/** Whether a service or an engine behind it said that it cannot answer now: asked again later, it may well. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && (error.kind === 'unavailable' || error.kind === 'timeout');

/**
 * The answer to an engine's failure: 503 `unavailable` for one that is away, stops, starts or is full, 504 `timeout` for one
 * that took too long. Undefined for everything else. The only place that knows how drivers say so.
 */
export const engineFailure = (error: unknown): DomainError | undefined => {
  if (error instanceof DomainError) return undefined;
  const outage = findOutage(error);
  if (outage === 'away')
    return unavailable('A part of the platform cannot be reached at the moment. Try again.', error);
  return outage && timeout('A part of the platform took too long. Try again.', error);
};
