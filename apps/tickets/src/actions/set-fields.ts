import type { TicketInput } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { UpdateTicketResponse } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { CallContext } from '@parley/rpc';
import { SNOOZED } from '../core';
import type { Deps } from '../deps';
import { updateTicket } from '../tickets';

type Action = (
  deps: Deps,
  request: { ticketId: string },
  context: CallContext,
) => Promise<UpdateTicketResponse>;

/** The update that sets these fields, and clears others. */
const setting =
  (ticket: TicketInput, nulls: string[] = []): Action =>
  (deps, { ticketId }, context) =>
    updateTicket(deps, { ticketId, ticket, nulls }, context);

export const archiveTicket = setting({ archived: true });
export const unarchiveTicket = setting({ archived: false });
export const spamTicket = setting({ isSpam: true });
/** A ticket that sleeps without a time is woken by its contact. */
export const awaitCustomerReply = setting({ status: SNOOZED }, ['snoozedUntil']);
