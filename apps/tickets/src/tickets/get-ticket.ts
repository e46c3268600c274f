import { projectScope } from '@parley/auth';
import { isId } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type GetTicketRequest,
  type GetTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { type Deps } from '../deps';
import { ticketNotFound } from './ticket.errors';
import { presentTicket } from './ticket.present';
import { getTicket as findTicket } from './ticket.store';

/** A ticket by id, merged ones too. */
export const getTicket = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId }: GetTicketRequest,
  context: CallContext,
): Promise<GetTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = isId(ticketId) ? await findTicket(db, projectId, ticketId) : undefined;
  if (!row) throw ticketNotFound();
  return { ticket: presentTicket(row) };
};
