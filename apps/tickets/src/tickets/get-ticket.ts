import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetTicketRequest,
  GetTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { personId } from '../caller-id';
import type { Deps } from '../deps';
import { getTicketPart, ticketView, type TicketView } from '../core';

/** A ticket by id, merged ones too, and whether the calling person did not read it. */
export const getTicket = async (
  { db, reads, isUnread }: Pick<Deps, 'db' | 'reads' | 'isUnread'>,
  { ticketId, fields }: GetTicketRequest,
  context: CallContext,
): Promise<GetTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  const view = ticketView(fields);
  const read = (): Promise<TicketView | undefined> =>
    fields.length > 0
      ? getTicketPart(db, projectId, ticketId, view)
      : reads.read({ projectId, id: ticketId });
  if (!isId(ticketId)) throw notFound('ticket');
  const userId = fields.length === 0 || fields.includes('unreadForMe') ? personId(context) : null;
  // At the same time: in turn they would take twice as long.
  const [row, unreadForMe] = await Promise.all([
    read(),
    userId === null ? undefined : isUnread({ projectId, ticketId, userId }),
  ]);
  if (!row) throw notFound('ticket');
  return { ticket: { ...view.present(row), unreadForMe } };
};
