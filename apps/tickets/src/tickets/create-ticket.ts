import { eventHeaders } from '@parley/rpc';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { runTransaction } from '@parley/persistence';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type {
  CreateTicketRequest,
  CreateTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { assignNew, type TeamRules } from '../assignment';
import type { Deps } from '../deps';
import { announceTicket } from './announce-ticket';
import { linkTickets } from './link-tickets';
import { presentNew } from './present-new';
import { prepareTicket } from './prepare-ticket';
import { readTracker } from './read-tracker';
import { type TicketView, isSessionGone, sessionGone, readTicketInput } from '../core';
import { insertTickets } from './ticket.insert.store';

/**
 * Inserts a ticket with its links, and with the assignee that its team chooses; answers its document. A ticket without links and
 * team shares a statement with others. One with an idempotency key does not, because its transaction records the response.
 */
export const storeTicket = async (
  deps: Pick<Deps, 'creates' | 'db'>,
  context: OnceContext<{ ticket: Ticket | undefined }>,
  view: TicketView,
  rules: TeamRules | undefined,
): Promise<Ticket> => {
  const headers = eventHeaders(context);
  if (!rules && view.linkedTicketIds.length === 0 && context.idempotencyKey === undefined) {
    const ticket = presentNew(view, context);
    const bugId = await deps.creates.insert({ row: view, events: announceTicket(view, headers) });
    return { ...ticket, bugId };
  }
  return runTransaction(deps.db, async (tx) => {
    const row = rules ? await assignNew(tx, view, rules) : view;
    const ticket = presentNew(row, context);
    const [bugId = 0] = await insertTickets(tx, row.projectId, [
      { row, events: announceTicket(row, headers) },
    ]);
    await linkTickets(tx, headers, row, { before: [], now: row.createdAt });
    const numbered = { ...ticket, bugId };
    await context.record(tx, { ticket: numbered });
    return numbered;
  });
};

/** Creates a ticket. */
export const createTicket = async (
  deps: Deps,
  request: CreateTicketRequest,
  context: OnceContext<CreateTicketResponse>,
): Promise<CreateTicketResponse> => {
  const scope = projectScope(context.scope);
  const { input, isTracker } = readTracker(request);
  const patch = readTicketInput(input);
  const origin = { defaultType: 'BUG', startsSla: true, isTracker };
  const view = await prepareTicket(deps, context, scope, patch, origin);
  const rules = await deps.teamRules.ask(context, scope.projectId, patch.columns);
  try {
    const ticket = await storeTicket(deps, context, view, rules);
    deps.wakeEvents();
    return { ticket };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
