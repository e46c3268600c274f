import { projectScope } from '@parley/auth';
import { runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import {
  type UpdateTicketRequest,
  type UpdateTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { assignTickets } from '../assignment/assign-tickets';
import { type Deps } from '../deps';
import { historyActor } from '../core/history';
import { checkReferences, toShown } from '../references/check-references';
import { linkTickets } from './link-tickets';
import { requireTicket } from './require-ticket';
import { saveTicket } from '../core/save-ticket';
import { findChanges } from '../core/ticket.changes';
import {
  isSessionGone,
  linkedToItself,
  sessionGone,
  snoozedUntilPast,
  ticketNotFound,
} from '../core/ticket.errors';
import { readTicketInput, type TicketPatch } from '../core/ticket.input';
import { presentTicket } from '../core/ticket.present';
import { lockTicket } from '../core/ticket.store';

const check = ({ columns }: TicketPatch, ticketId: string, now: Date): void => {
  if (columns.snoozedUntil && columns.snoozedUntil <= now) throw snoozedUntilPast();
  const self = columns.linkedTicketIds?.indexOf(ticketId) ?? -1;
  if (self >= 0) throw linkedToItself(`linkedTickets.${self}`);
  if (columns.trackerTicketId === ticketId) throw linkedToItself('trackerTicket');
};

/** Changes a ticket: omitted fields stay, null clears. Any status may follow any other. */
export const updateTicket = async (
  deps: Deps,
  { ticketId, ticket: input, nulls }: UpdateTicketRequest,
  context: CallContext,
): Promise<UpdateTicketResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  await requireTicket(deps.db, projectId, ticketId);
  const patch = readTicketInput(input ?? {}, nulls);
  const now = deps.clock();
  check(patch, ticketId, now);
  const shown = toShown(patch.columns, await checkReferences(deps, context, projectId, patch.columns));
  const rules = await deps.teamRules.ask(context, projectId, patch.columns);
  const origin = { actor: historyActor(actor), now, headers: eventHeaders(context) };
  try {
    const after = await runTransaction(deps.db, async (tx) => {
      const row = await lockTicket(tx, projectId, ticketId);
      if (!row) throw ticketNotFound();
      const assigned = (await assignTickets(tx, [row], patch.columns, { rules, now })).get(ticketId);
      const whole = { ...patch, columns: { ...patch.columns, ...assigned?.columns } };
      const changes = findChanges(row, whole, now);
      const saved = await saveTicket(tx, row, changes, origin, { ...shown, ...assigned?.shown });
      await linkTickets(tx, origin.headers, saved, { before: row.linkedTicketIds, now });
      return saved;
    });
    deps.wakeEvents();
    return { ticket: presentTicket(after) };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
