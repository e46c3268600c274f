import { createContext, Script } from 'node:vm';

const script = new Script('work()');

/**
 * Runs synchronous work and stops it after so many milliseconds, wherever it is: also inside a regular expression, which
 * nothing but the engine can interrupt. Answers undefined when it was stopped.
 */
export const withinTime = <T>(milliseconds: number, work: () => T): T | undefined => {
  try {
    return script.runInContext(createContext({ work }), { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
};
