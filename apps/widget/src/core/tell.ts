import { Refused } from './api';
import { type App } from './app';

/** Tells the page, and its console, that a call was refused. */
export const tellRefusal =
  ({ emitter }: Pick<App, 'emitter'>, call: string) =>
  (error: unknown): void => {
    const code = error instanceof Refused ? error.code : 'unreachable';
    const message = error instanceof Error ? error.message : String(error);
    console.error(`parley: ${call}: ${message}`);
    emitter.emit('error', { call, code, message });
  };
