import { isDemanded } from '@parley/runtime';
import { type Logger } from '@parley/telemetry';

/** Something the gateway needs: rejects when it is away. */
export type Check = () => Promise<unknown>;

/** Longest wait for one check, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** What every check found. */
export interface Readiness {
  /** Whether all is there that is demanded. */
  ready: boolean;
  checks: Record<string, 'ok' | 'away'>;
}

const withTimeout = async (check: Check): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/** Asks everything at once. The log tells what is away and why, once, and when it is back. */
export const createReadiness = (
  checks: Readonly<Record<string, Check>>,
  log: Pick<Logger, 'warn' | 'info'>,
): (() => Promise<Readiness>) => {
  const away = new Set<string>();
  const ask = async ([name, check]: [string, Check]): Promise<[string, 'ok' | 'away']> => {
    try {
      await withTimeout(check);
      if (away.delete(name)) log.info({ part: name }, 'a part is back');
      return [name, 'ok'];
    } catch (error) {
      if (!away.has(name)) log.warn({ err: error, part: name }, 'a part is away');
      away.add(name);
      return [name, 'away'];
    }
  };
  return async () => {
    const found = await Promise.all(Object.entries(checks).map(ask));
    return {
      ready: found.every(([name, state]) => state === 'ok' || !isDemanded(name)),
      checks: Object.fromEntries(found),
    };
  };
};
