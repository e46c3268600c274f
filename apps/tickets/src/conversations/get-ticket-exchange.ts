import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetTicketExchangeRequest,
  GetTicketExchangeResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findTicketExchange } from './ticket-exchange.store';

/** The first question and last answer of a ticket. 404 `ticket_not_found`. */
export const getTicketExchange = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId }: GetTicketExchangeRequest,
  { scope }: CallContext,
): Promise<GetTicketExchangeResponse> => {
  const row = await findTicketExchange(db, projectScope(scope).projectId, ticketId);
  if (!row) throw notFound('ticket');
  return {
    ...(row.sessionId !== null && { sessionId: row.sessionId }),
    question: row.question ?? [row.title, row.description].filter(Boolean).join('\n\n'),
    ...(row.answer !== null && { answer: row.answer }),
  };
};
