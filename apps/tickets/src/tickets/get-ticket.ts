import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetTicketRequest,
  GetTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { Deps } from '../deps';
import { presentTicket } from '../core';

/** A ticket by id, merged ones too. */
export const getTicket = async (
  { reads }: Pick<Deps, 'reads'>,
  { ticketId }: GetTicketRequest,
  context: CallContext,
): Promise<GetTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = isId(ticketId) ? await reads.read({ projectId, id: ticketId }) : undefined;
  if (!row) throw notFound('ticket');
  return { ticket: presentTicket(row) };
};
