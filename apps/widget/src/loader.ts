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
  const waiting: Call[] = Array.isArray(q) ? q : [];
  let take = (call: Call): void => void waiting.push(call);
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
  // The file and its hashed twin lie below the same root.
  const root = new URL(script.src).origin;
  import(`${root}/widget/${MAIN_FILE}`)
    .then(({ start }: { start: Start }) => {
      take = start(root, script.dataset);
      for (const call of waiting.splice(0)) queue(...Array.from(call));
    })
    .catch((error: unknown) => console.error('parley:', error));
};

const script = document.currentScript ?? document.querySelector('script[data-key][src*="/widget"]');
if (script instanceof HTMLScriptElement && !globals.parley?.isLoaded) load(script);
