import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type {
  GetTicketRequest,
  GetTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { personId } from '../caller-id';
import type { Deps } from '../deps';
import { getTicketPart, presentTicket, type ReadQueue, type TicketKey, ticketView } from '../core';

/** The chosen fields of a ticket, and whether the person did not read it, if that is chosen. */
const readPart = async (
  { db, isUnread }: Pick<Deps, 'db' | 'isUnread'>,
  { projectId, id, userId }: TicketKey,
  fields: readonly string[],
): Promise<Ticket | undefined> => {
  const view = ticketView(fields);
  const isAsked = userId !== null && fields.includes('unreadForMe');
  // At the same time: in turn they would take twice as long.
  const [row, unreadForMe] = await Promise.all([
    getTicketPart(db, projectId, id, view),
    isAsked ? isUnread({ projectId, ticketId: id, userId }) : undefined,
  ]);
  return row && { ...view.present(row), unreadForMe };
};

const readWhole = async (reads: ReadQueue, key: TicketKey): Promise<Ticket | undefined> => {
  const row = await reads.read(key);
  return row && { ...presentTicket(row), unreadForMe: row.isUnread ?? undefined };
};

/** A ticket by id, merged ones too, and whether the calling person did not read it. */
export const getTicket = async (
  deps: Pick<Deps, 'db' | 'reads' | 'isUnread'>,
  { ticketId, fields }: GetTicketRequest,
  context: CallContext,
): Promise<GetTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw notFound('ticket');
  const key = { projectId, id: ticketId, userId: personId(context) };
  const ticket = await (fields.length > 0 ? readPart(deps, key, fields) : readWhole(deps.reads, key));
  if (!ticket) throw notFound('ticket');
  return { ticket };
};
