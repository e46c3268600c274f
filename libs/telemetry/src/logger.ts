import { createRequire } from 'node:module';
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { type PinoPretty } from 'pino-pretty';
import { requestContext } from './request-context';
import { currentTraceId } from './trace-context';

/** Levels from chatty to quiet. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes log lines: `log.info({ ticketId }, 'what happened')`. Pass ids, never names, addresses or contents. */
export type Logger = PinoLogger;

/** Settings of a logger. */
export interface LoggerOptions {
  /** Stands in every line. */
  service: string;
  level: LogLevel;
  /** Coloured lines for a person instead of JSON. */
  pretty?: boolean;
  /** Where lines go; stdout when absent. */
  destination?: DestinationStream;
}

const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'api-token',
  'apiToken',
  'svc-hash',
  'svcHash',
  'password',
  'token',
  'code',
  'secret',
  'sessionSecret',
];

/** Each key at the top of a line's object and one or two levels down, which covers `req.headers.authorization`. */
const redactedPaths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/**
 * An allow-list: errors of drivers carry whole rows and parameters in further properties. `code` tells an operator
 * what went wrong (`ECONNREFUSED`, a SQLSTATE), so it goes by a name that the redaction of secrets leaves.
 */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { errorCode: code }),
    ...(reason !== undefined && { reason }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
};

const prettyStream = (destination: DestinationStream | undefined): DestinationStream => {
  // Loaded on demand: only a person at a terminal needs it.
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  return pretty({
    colorize: destination === undefined && process.stdout.isTTY,
    ignore: 'pid,hostname',
    sync: true,
    ...(destination && {
      destination: { write: (line: string) => destination.write(line) } as NodeJS.WritableStream,
    }),
  });
};

/**
 * A logger of JSON lines with `level`, ISO `time`, `service`, and the `requestId`, `projectId` and `traceId` in force
 * where the line is written. Secrets under their usual names (passwords, tokens, codes, cookies) become `[redacted]`.
 */
export const createLogger = ({ service, level, pretty, destination }: LoggerOptions): Logger => {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, error: describeError },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    mixin: () => ({ traceId: currentTraceId(), ...requestContext.get() }),
  };
  const stream = pretty ? prettyStream(destination) : destination;
  return stream ? pino(options, stream) : pino(options);
};
