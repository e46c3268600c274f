import { createContext, Script } from 'node:vm';

const script = new Script('work()');

const attempt = <T>(milliseconds: number, work: () => T): { result: T } | undefined => {
  try {
    return { result: script.runInContext(createContext({ work }), { timeout: milliseconds }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
};

/**
 * Runs synchronous work and stops it after so many milliseconds, also inside a regular expression, which only the engine can
 * interrupt. Answers undefined when it was stopped. Work that lost most of its time to other processes of a busy machine starts
 * again.
 */
export const withinTime = <T>(milliseconds: number, work: () => T): T | undefined => {
  const before = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  do {
    const done = attempt(milliseconds, work);
    if (done) return done.result;
  } while (spent() < milliseconds / 2);
  return undefined;
};
