import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import { isId, runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  MarkReadRequest,
  MarkReadResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import type { Deps } from '../deps';
import { type TicketView, ticketUpdated, lockTicket, writeTicket } from '../core';
import { countUnreadByTicket, indexOfMessage, isAnyAfter } from './read-state.store';

/** What reading means for a ticket, by who reads. */
const readers = {
  contact: { index: 'contactReadIndex', flag: 'sessionNotificationsUnread', kind: 'reply' },
  team: { index: 'teamReadIndex', flag: 'notificationsUnread', kind: 'contact' },
} as const;

const readReader = (reader: string): keyof typeof readers => {
  if (reader === 'contact' || reader === 'team') return reader;
  throw invalid({ field: 'reader', message: 'must be contact or team' });
};

const indexUpTo = async (tx: Sql, row: TicketView, messageId: string | undefined): Promise<number> => {
  if (messageId === undefined) return row.messageCount;
  const index = await indexOfMessage(tx, row.projectId, row.id, messageId);
  if (index === undefined) throw notFound('message');
  return index;
};

/** Sets a ticket's messages as read up to one, or all. Emits an event of the ticket when nothing is left unread. */
export const markRead = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { ticketId, reader: name, messageId }: MarkReadRequest,
  context: CallContext,
): Promise<MarkReadResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw notFound('ticket');
  const reader = readReader(name);
  const { index, flag, kind } = readers[reader];
  const unread = await runTransaction(db, async (tx) => {
    const row = await lockTicket(tx, projectId, ticketId);
    if (!row) throw notFound('ticket');
    const upTo = Math.max(row[index], await indexUpTo(tx, row, messageId));
    const isUnread = row[flag] && (await isAnyAfter(tx, projectId, ticketId, upTo, kind));
    if (upTo !== row[index] || isUnread !== row[flag]) {
      const columns = {
        [index]: upTo,
        [flag]: isUnread,
        ...(isUnread !== row[flag] && { updatedAt: clock() }),
      };
      const after = { ...row, ...columns };
      const events =
        isUnread === row[flag] ? [] : [ticketUpdated(after, { changed: [flag] }, eventHeaders(context))];
      await writeTicket(tx, row, { columns, history: [], events });
    }
    const [count] = await countUnreadByTicket(tx, projectId, [ticketId]);
    return count?.[reader] ?? 0;
  });
  wakeEvents();
  return { unread };
};
