import { pause } from './retry';

/** Milliseconds for which a tab that has claimed something keeps the others from it. */
const HELD_MS = 120_000;
/** Milliseconds by which a hidden tab lets the others go first. */
const COURTESY_MS = 1_000;

/** Whether this tab is the one that does what shall be done once, however many tabs are asked to. Where there are no locks, it is. */
export const claim = async (name: string): Promise<boolean> => {
  const { locks } = navigator as { locks?: LockManager };
  if (document.visibilityState !== 'visible') await pause(COURTESY_MS);
  if (!locks) return true;
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> => {
      resolve(lock !== null);
      return new Promise((end) => setTimeout(end, lock ? HELD_MS : 0));
    };
    // Frames without an origin have locks that refuse.
    locks.request(`parley:${name}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
};

/** Does a piece of work while no other tab of this site does a piece of that name; where there are no locks, at once. */
export const alone = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  let begun = false;
  const begin = (): Promise<Result> => {
    begun = true;
    return work();
  };
  try {
    return await locks.request(`parley:${name}`, begin);
  } catch (error) {
    // Frames without an origin have locks that refuse.
    if (begun) throw error;
    return work();
  }
};
