/** A tab's work while it leads; it answers a function that ends that. */
export type Lead = () => () => void;

/** Milliseconds within which a leader answers; one that does not sleeps, as on phones. */
const ANSWER_MS = 5_000;
/** Milliseconds between two questions of a visible tab. */
const ASK_MS = 30_000;

interface Election {
  /** Of the lock. */
  name: string;
  lead: Lead;
  /** Asks the leader for a sign of life. */
  ask: () => void;
  /** Milliseconds, as of `performance.now()`, of the last sign. */
  heardAt: () => number;
  /** Ends its part. */
  ended: AbortSignal;
}

/**
 * Makes one tab of this browser lead at any time. When it is closed, suspended or offline, another follows. Answers false where the
 * browser has no locks: then no tab is elected.
 */
export const elect = ({ name, lead, ask, heardAt, ended }: Election): boolean => {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return false;
  let isLeading = false;
  let stop = (): void => undefined;

  /** Waits for its turn, or takes it. */
  const stand = (steal: boolean): void => {
    stop();
    const waiting = new AbortController();
    let release = (): void => undefined;
    let isOver = false;
    const rule = (): Promise<void> =>
      new Promise((resolve) => {
        if (isOver) return resolve();
        const end = lead();
        isLeading = true;
        release = () => {
          isLeading = false;
          end();
          resolve();
        };
      });
    stop = () => {
      isOver = true;
      waiting.abort();
      release();
    };
    const options = steal ? { steal } : { signal: waiting.signal };
    locks.request(name, options, rule).catch((error: unknown) => {
      if (isOver) return;
      release();
      // Another tab took it: this one had not answered. It waits again.
      if (error instanceof DOMException && error.name === 'AbortError') stand(false);
      // Frames without an origin have locks that refuse.
      else lead();
    });
  };

  const check = (): void => {
    if (isLeading || document.visibilityState !== 'visible') return;
    const askedAt = performance.now();
    ask();
    setTimeout(() => {
      if (!isLeading && heardAt() < askedAt && document.visibilityState === 'visible') stand(true);
    }, ANSWER_MS);
  };
  const leave = (): void => stop();
  const comeBack = (): void => stand(false);
  const options = { signal: ended };
  document.addEventListener('freeze', leave, options);
  document.addEventListener('resume', comeBack, options);
  addEventListener('pagehide', leave, options);
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack(), options);
  document.addEventListener('visibilitychange', check, options);
  const timer = setInterval(check, ASK_MS);
  ended.addEventListener('abort', () => {
    clearInterval(timer);
    stop();
  });
  stand(false);
  check();
  return true;
};
