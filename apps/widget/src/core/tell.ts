import { Refused } from './api';
import type { App } from './app';

/** Reports a refused call to the page, and to its console. */
export const tellRefusal =
  ({ emitter }: Pick<App, 'emitter'>, call: string) =>
  (error: unknown): void => {
    const code = error instanceof Refused ? error.code : 'unreachable';
    const message = error instanceof Error ? error.message : String(error);
    console.error(`parley: ${call}: ${message}`);
    emitter.emit('error', { call, code, message });
  };
