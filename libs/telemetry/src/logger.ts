import { createRequire } from 'node:module';
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import type { PinoPretty } from 'pino-pretty';
import { redact, secretKeys } from './redact';
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

/** An allow-list: errors of drivers carry whole rows and parameters in further properties. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
};

const prettyStream = (destination: DestinationStream | undefined): DestinationStream => {
  // Loaded on demand: only a person at a terminal needs it.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  const write = prettyFactory({ colorize: !destination && process.stdout.isTTY, ignore: 'pid,hostname' });
  const target = destination ?? process.stdout;
  return { write: (line) => void target.write(write(line)) };
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
    formatters: { level: (label: string) => ({ level: label }), log: redact },
    serializers: { err: describeError, error: describeError },
    // Bindings of child loggers do not pass the formatter.
    redact: { paths: [...secretKeys].map((key) => `["${key}"]`), censor: '[redacted]' },
    mixin: () => ({ traceId: currentTraceId(), ...requestContext.get() }),
  };
  const stream = pretty ? prettyStream(destination) : destination;
  return stream ? pino(options, stream) : pino(options);
};
