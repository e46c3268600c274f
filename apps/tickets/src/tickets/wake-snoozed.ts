import { defineJob, type Doer } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { lockSnoozed, SNOOZED_DUE } from './due-tickets.store';
import { saveTicket, compare, changeSnooze } from '../core';

/** Restores the former status of snoozed tickets at their time. */
export const snoozeJob = defineJob<object>({
  name: 'snoozed tickets',
  due: SNOOZED_DUE,
});

const BATCH = 100;

/** Who does it. */
export const createWaker = ({
  db,
  clock,
  wakeEvents,
}: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    const woken = await runTransaction(db, async (tx) => {
      const rows = await lockSnoozed(tx, now, BATCH);
      for (const row of rows) {
        const changes = compare(row, changeSnooze(row, { snoozedUntil: null }));
        await saveTicket(tx, row, changes, { actor: { type: 'system', name: 'snooze' }, now, headers: {} });
      }
      return rows.length;
    });
    if (woken > 0) wakeEvents();
    return woken === BATCH ? { goOnAt: now } : undefined;
  },
});
