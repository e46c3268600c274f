import type { App } from './app';

/** Begins the live connection. */
export type StartLive = (app: App) => Promise<unknown>;

/** The live connection of the contact, which all tabs of the browser share. */
export interface Live {
  /** Begins to hear, if that was not done yet: there is something to hear of. */
  start(): void;
}

/** @param load Begins to hear for an app; loaded once there is something to hear of. */
export const createLive = (app: () => App, load: StartLive): Live => {
  let isStarted = false;
  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      load(app()).catch((error: unknown) => {
        isStarted = false;
        console.error('parley:', error);
      });
    },
  };
};
