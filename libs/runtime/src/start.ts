import { isEngineAway } from '@parley/errors';
import type { Logger } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause before a part of a start runs again, in milliseconds. */
const RETRY_MS = 1_000;
/** Attempts between two log lines about it. */
const SAY_EVERY = 10;

/** How a process starts while engines may be away. */
export interface Start {
  /** Whether the installation ran with these engines before, so that their absence is an outage and no wrong setting. */
  readonly waits: boolean;
  /**
   * Runs a part of the start. When it fails because an engine is away and the start waits, it runs again until it does not;
   * so it must leave nothing half done.
   */
  persist<T>(part: () => Promise<T>): Promise<T>;
  /** Called once the process serves: its engines are known from then on. */
  succeeded(): void;
}

/** The parts of a start. */
export interface StartOptions {
  log: Pick<Logger, 'warn'>;
  waits: boolean;
  succeeded(): void;
  /** Milliseconds between two attempts; default 1,000. */
  retryMs?: number;
}

/** Makes the start of a process. */
export const createStart = ({ log, waits, succeeded, retryMs = RETRY_MS }: StartOptions): Start => ({
  waits,
  succeeded,
  persist: async (part) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await part();
      } catch (error) {
        if (!waits || !isEngineAway(error)) throw error;
        if (attempt % SAY_EVERY === 0) log.warn({ err: error }, 'The start waits for an engine that is away');
        await sleep(retryMs);
      }
    }
  },
});
