import { defineJob, type Doer } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { clockTold, slaBreached, writeTicket } from '../core';
import { findRunningClocks } from '../histories';
import { lockOverdue, OVERDUE_DUE } from './due-tickets.store';

/** Sets overdue tickets to breached and emits one event for each. */
export const overdueJob = defineJob<object>({
  name: 'overdue answers',
  due: OVERDUE_DUE,
});

const BATCH = 100;

/** Who does it. */
export const createBreacher = ({
  db,
  clock,
  wakeEvents,
}: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    const breached = await runTransaction(db, async (tx) => {
      const rows = await lockOverdue(tx, now, BATCH);
      const clocks = await findRunningClocks(tx, rows);
      for (const row of rows) {
        const changes = { slaBreached: true, updatedAt: now };
        const clock = clocks.get(row.id);
        const told = clock && clockTold({ ...clock, outcome: 'breached' });
        const events = [slaBreached({ ...row, ...changes }, told, {})];
        await writeTicket(tx, row, { columns: changes, history: [], events });
      }
      return rows.length;
    });
    if (breached > 0) wakeEvents();
    return breached === BATCH ? { goOnAt: now } : undefined;
  },
});
