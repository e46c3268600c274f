import { projectScope } from '@parley/auth';
import { runTransaction } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import { type Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  type CreateTicketRequest,
  type CreateTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { type Deps } from '../deps';
import { linkTickets } from './link-tickets';
import { prepareTicket } from './prepare-ticket';
import { isSessionGone, sessionGone } from './ticket.errors';
import { eventHeaders, ticketCreated } from './ticket.events';
import { readTicketInput } from './ticket.input';
import { insertTickets, type TicketInsert } from './ticket.insert.store';
import { presentTicket } from './ticket.present';

const NO_INPUT = {};

const store = async (deps: Deps, context: CallContext, ticket: TicketInsert): Promise<number> => {
  const { row } = ticket;
  if (row.linkedTicketIds.length === 0) return deps.creates.insert(ticket);
  return runTransaction(deps.db, async (tx) => {
    const [bugId = 0] = await insertTickets(tx, row.projectId, [ticket]);
    await linkTickets(tx, eventHeaders(context), row, { before: [], now: row.createdAt });
    return bugId;
  });
};

/** Creates a ticket. */
export const createTicket = async (
  deps: Deps,
  request: CreateTicketRequest,
  context: CallContext,
): Promise<CreateTicketResponse> => {
  const scope = projectScope(context.scope);
  const patch = readTicketInput(request.ticket ?? NO_INPUT);
  const view = await prepareTicket(deps, context, scope, patch, { defaultType: 'BUG', startsSla: true });
  const ticket: Ticket = presentTicket(view);
  try {
    const event = ticketCreated(ticket, eventHeaders(context));
    const bugId = await store(deps, context, { row: view, event });
    deps.wakeEvents();
    return { ticket: { ...ticket, bugId } };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
