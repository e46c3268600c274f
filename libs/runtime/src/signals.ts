import { type Logger } from '@parley/telemetry';

/** How long a process may take to stop, in milliseconds; an orchestrator kills it soon after. */
const STOP_LIMIT_MS = 10_000;

/** Stops on SIGTERM or SIGINT and exits 0; exits 1 when stopping takes longer than 10 s. */
export const stopOnSignal = (log: Logger, stop: () => Promise<void>): void => {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'Stopping');
    setTimeout(() => {
      log.error('Stopping took longer than 10 s');
      process.exit(1);
    }, STOP_LIMIT_MS - 500).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};
