import { runTransaction } from '@parley/persistence';
import { type Deps } from '../deps';
import { lockOverdue } from './due-tickets.store';
import { slaBreached } from './ticket.events';
import { presentTicket } from './ticket.present';
import { writeTicket } from './ticket.store';

/** Whether there is something to do. */
export { OVERDUE_DUE } from './due-tickets.store';

const BATCH = 100;

/** Marks tickets whose answer is overdue and tells of each once. Answers whether there may be more. */
export const breachOverdue = async ({
  db,
  clock,
  wakeEvents,
}: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>): Promise<boolean> => {
  const now = clock();
  const breached = await runTransaction(db, async (tx) => {
    const rows = await lockOverdue(tx, now, BATCH);
    for (const row of rows) {
      const changes = { slaBreached: true, updatedAt: now };
      const events = [slaBreached(presentTicket({ ...row, ...changes }), {})];
      await writeTicket(tx, row, { columns: changes, history: [], events });
    }
    return rows.length;
  });
  if (breached > 0) wakeEvents();
  return breached === BATCH;
};
