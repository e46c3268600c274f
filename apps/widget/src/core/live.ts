import { type App } from './app';

/** The live connection of the contact, which all tabs of the browser share. */
export interface Live {
  /** Begins to hear, if that was not done yet: there is something to hear of. */
  start(): void;
}

export const createLive = (app: () => App): Live => {
  let isStarted = false;
  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      import('../realtime/live')
        .then(({ startLive }) => startLive(app()))
        .catch((error: unknown) => {
          isStarted = false;
          console.error('parley:', error);
        });
    },
  };
};
