import type { Log } from '../src/log';

/** A log that keeps its messages. */
export const recordedLog = (): { log: Log; messages: string[]; lines: string[] } => {
  const messages: string[] = [];
  const lines: string[] = [];
  const keep = (first: unknown, second?: unknown): void => {
    lines.push(
      typeof first === 'string' ? first : `${String((first as { err?: unknown }).err)} ${String(second)}`,
    );
    messages.push(String(typeof first === 'string' ? first : second));
  };
  return { log: { info: keep, warn: keep }, messages, lines };
};
