import { projectScope } from '@parley/auth';
import { type CallContext } from '@parley/rpc';
import {
  type ListTicketHistoryRequest,
  type ListTicketHistoryResponse,
  type TicketHistoryEntry,
} from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { type Deps } from '../deps';
import { requireTicket } from '../tickets/require-ticket';
import { namedHistory } from './named-history';
import { type HistoryView } from './ticket-history.store';

const present = ({ at, actor, actorName, field, from, to }: HistoryView): TicketHistoryEntry => ({
  at: at.toISOString(),
  actor: { id: actor.id, name: actorName ?? actor.email, type: actor.type },
  field,
  from: from ?? undefined,
  to: to ?? undefined,
});

/** The changes of a ticket in parts, oldest first. */
export async function* listTicketHistory(
  deps: Pick<Deps, 'db' | 'references'>,
  { ticketId }: ListTicketHistoryRequest,
  context: CallContext,
): AsyncGenerator<ListTicketHistoryResponse> {
  const { projectId } = projectScope(context.scope);
  await requireTicket(deps.db, projectId, ticketId);
  for await (const page of namedHistory(deps, context, projectId, ticketId)) {
    yield { entries: page.map(present) };
  }
}
