import type { Events } from '@parley/events';
import type { MailboxFailing } from '@parley/proto/generated/parley/mail/v1/events';
import type { Deps } from '../deps';
import { countLeftovers, findMailbox, presentMailbox } from '../mailboxes';
import { type FetchedMailbox, noteFailing } from './cursor.store';
import { explain } from './explain';

/** Milliseconds without a login after which a mailbox is paused. */
const PAUSED_AFTER_MS = 24 * 3_600_000;

/** Notes why a mailbox could not be fetched. One without a login for 24 hours is paused, and an event says so. */
export const noteFailure = (
  { store, clock, events }: Pick<Deps, 'store' | 'clock'> & { events: Pick<Events, 'append'> },
  fetched: FetchedMailbox,
  error: unknown,
): Promise<void> =>
  store.transaction(async (tx) => {
    const failure = { error: explain(error), at: clock(), pausedAfterMs: PAUSED_AFTER_MS };
    if (!(await noteFailing(tx.sql, fetched, failure))) return;
    const { projectId, id } = fetched;
    const row = await findMailbox(tx, projectId, id);
    if (!row) return;
    const waiting = (await countLeftovers(tx, projectId, [id])).get(id) ?? 0;
    const payload: MailboxFailing = { mailbox: presentMailbox(row, waiting) };
    await events.append(tx.sql, [
      { subject: 'mail.v1.mailbox.failing', projectId, aggregateId: id, payload: { ...payload } },
    ]);
  });
