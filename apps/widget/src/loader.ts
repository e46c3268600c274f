/// <reference path="./build.d.ts" />
import type { Start } from './main';

/** A call of the page: its name and what comes with it. */
type Call = ArrayLike<unknown>;

interface Queue {
  (...call: unknown[]): void;
  /** Takes calls that are made before the widget is there, or by a function that a page kept from then. */
  q?: Call[] | Pick<Call[], 'push'>;
  isLoaded?: boolean;
}

const globals = window as unknown as { parley?: Queue };

const load = (script: HTMLScriptElement): void => {
  const { q } = globals.parley ?? {};
  const waiting: Call[] = [];
  // The file and its hashed twin lie below the same root.
  const root = new URL(script.src).origin;
  let isAsked = false;
  const begin = (): void => {
    isAsked = true;
    import(`${root}/widget/${MAIN_FILE}`)
      .then(({ start }: { start: Start }) => {
        take = start(root, script.dataset);
        for (const call of waiting.splice(0)) queue(...Array.from(call));
      })
      .catch((error: unknown) => console.error('parley:', error));
  };
  let take = (call: Call): void => {
    waiting.push(call);
    if (!isAsked && call[0] === 'boot') begin();
  };
  const queue: Queue = (...call) => {
    try {
      take(call);
    } catch (error) {
      console.error('parley:', error);
    }
  };
  queue.isLoaded = true;
  queue.q = {
    push: (...calls) => {
      for (const call of calls) queue(...Array.from(call));
      return 0;
    },
  };
  globals.parley = queue;
  if (script.dataset['boot'] !== 'later') begin();
  if (Array.isArray(q)) for (const call of q) take(call);
};

const script = document.currentScript ?? document.querySelector('script[data-key][src*="/widget"]');
if (script instanceof HTMLScriptElement && !globals.parley?.isLoaded) load(script);
