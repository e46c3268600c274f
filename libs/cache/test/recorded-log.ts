import { type Log } from '../src/log';

/** A log that keeps its messages. */
export const recordedLog = (): { log: Log; messages: string[] } => {
  const messages: string[] = [];
  const keep = (first: unknown, second?: unknown): void => {
    messages.push(String(typeof first === 'string' ? first : second));
  };
  return { log: { info: keep, warn: keep }, messages };
};
