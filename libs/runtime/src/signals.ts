import type { Logger } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a process may take to stop, in milliseconds; an orchestrator kills it soon after. */
const STOP_LIMIT_MS = 9_500;

/** How a process ends. */
export interface Ending {
  /** Says that the process is about to stop, while it goes on serving. */
  announce(): void;
  /** Time between that and the stop, for balancers and callers to turn elsewhere, in milliseconds. */
  delayMs: number;
  /** Finishes running work and closes everything. */
  stop(): Promise<void>;
}

/** Ends a process that does not serve yet on SIGTERM or SIGINT, with 0; answers what ends that. */
export const exitOnSignal = (): (() => void) => {
  const exit = (): void => process.exit(0);
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, exit);
  return () => signals.forEach((signal) => void process.off(signal, exit));
};

/**
 * Ends on SIGTERM or SIGINT and exits 0; exits 1 when stopping takes longer than 10 s. After an uncaught exception it ends in the
 * same order with 1; an unhandled rejection is logged only. ADR 13 says why.
 */
export const stopOnSignal = (log: Logger, { announce, delayMs, stop }: Ending): void => {
  let stopping = false;
  let exitCode = 0;
  const end = async (): Promise<void> => {
    announce();
    if (delayMs > 0) await sleep(delayMs);
    setTimeout(() => {
      log.error('Stopping took longer than 10 s');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    await stop();
  };
  const begin = (): void => {
    stopping = true;
    end().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    log.info({ signal, delayMs }, 'Stopping');
    begin();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', (error) => {
    exitCode = 1;
    log.error({ err: error }, 'An error that nobody caught ends the process');
    if (!stopping) begin();
  });
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'A promise was rejected and nobody handled it');
  });
};
