import type { App } from './app';

/** Begins the live connection. */
export type StartLive = (app: App) => void;

/** The live connection of the contact, which all tabs of the browser share. */
export interface Live {
  /** Begins to hear, if that was not done yet: there is something to hear of. */
  start(): void;
}

/** @param begin Begins to hear for an app. */
export const createLive = (app: () => App, begin: StartLive): Live => {
  let isStarted = false;
  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      begin(app());
    },
  };
};
