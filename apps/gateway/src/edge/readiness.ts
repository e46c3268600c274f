/** Something the gateway needs: rejects when it is away. */
export type Check = () => Promise<unknown>;

/** Longest wait for one check, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** What every check found. */
export interface Readiness {
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

/** Asks everything at once. */
export const checkReadiness = async (checks: Readonly<Record<string, Check>>): Promise<Readiness> => {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, 'ok' | 'away']> => {
      try {
        await withTimeout(check);
        return [name, 'ok'];
      } catch {
        return [name, 'away'];
      }
    }),
  );
  return { ready: found.every(([, state]) => state === 'ok'), checks: Object.fromEntries(found) };
};
