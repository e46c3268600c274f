import { defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { appendChanges } from './append-changes';
import { changeAvailability, endWindows, WINDOWS_DUE } from './window.store';

/** Sets people away some time after the last report of a window: it was closed, or its process died. */
export const awayJob = defineJob<object>({ name: 'closed windows', due: WINDOWS_DUE });

/** People who are set away in one transaction. */
const BATCH = 100;

/** Who does it. */
export const createAwaySetter = (deps: Pick<Deps, 'db' | 'clock' | 'events'>): Doer<object> => ({
  handle: async () => {
    const now = deps.clock();
    const ended = await deps.db.transaction(async (tx) => {
      const ids = await endWindows(tx, now, BATCH);
      const people = await changeAvailability(tx, ids, false, now);
      await appendChanges(deps, tx, people, systemContext('workspace'));
      return ids.length;
    });
    deps.events.wake();
    return ended === BATCH ? { goOnAt: now } : undefined;
  },
});
