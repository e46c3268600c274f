import { runTransaction } from '@parley/persistence';
import { type Deps } from '../deps';
import { lockSnoozed } from './due-tickets.store';
import { saveTicket } from './save-ticket';
import { compare } from './ticket.changes';
import { changeSnooze } from './ticket.snooze';

/** Whether there is something to do. */
export { SNOOZED_DUE } from './due-tickets.store';

const BATCH = 100;

/** Gives tickets whose time has come their former status back. Answers whether there may be more. */
export const wakeSnoozed = async ({
  db,
  clock,
  wakeEvents,
}: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>): Promise<boolean> => {
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
  return woken === BATCH;
};
