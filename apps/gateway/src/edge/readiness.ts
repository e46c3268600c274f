import { isDemanded } from '@parley/runtime';
import type { Logger } from '@parley/telemetry';

/** Something the gateway needs: rejects when it is away. */
export type Check = () => Promise<unknown>;

/** Asks which parts of a service of another process answer. */
export type AskParts = () => Promise<readonly { name: string; ok: boolean }[]>;

/** Longest wait for one check, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** What every check found. */
export interface Readiness {
  /** Whether all is there that is demanded. */
  ready: boolean;
  checks: Record<string, 'ok' | 'away'>;
}

const withTimeout = async <T>(check: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Asks everything at once. The log reports once which part is away and why, and once when it is back. A service that is away names no
 * parts, and neither does a replica of a former version. The parts that the service named before then have its own state.
 *
 * @param parts For each service of another process, the function that asks for its parts: they are named `tickets.database`.
 */
export const createReadiness = (
  checks: Readonly<Record<string, Check>>,
  log: Pick<Logger, 'warn' | 'info'>,
  parts: Readonly<Record<string, AskParts>> = {},
): (() => Promise<Readiness>) => {
  const away = new Set<string>();
  const named = new Map<string, readonly string[]>();
  const askParts = async ([service, askAll]: [string, AskParts]): Promise<[string, Check][]> => {
    const found = await withTimeout(askAll).catch(() => undefined);
    if (found)
      named.set(
        service,
        found.map(({ name }) => name),
      );
    const isOk = new Map(found?.map(({ name, ok }) => [name, ok]));
    return (named.get(service) ?? []).map((name) => [
      `${service}.${name}`,
      async () => {
        if (!found) await checks[service]?.();
        else if (!isOk.get(name)) throw new Error('it does not answer');
      },
    ]);
  };
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
    const [own, ...others] = await Promise.all([
      Promise.all(Object.entries(checks).map(ask)),
      ...Object.entries(parts).map(async (part) => Promise.all((await askParts(part)).map(ask))),
    ]);
    const found = [...own, ...others.flat()];
    return {
      ready: found.every(([name, state]) => state === 'ok' || !isDemanded(name)),
      checks: Object.fromEntries(found),
    };
  };
};
