import { projectScope } from '@parley/auth';
import { compilePage, compileSort } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListTicketHistoryRequest,
  ListTicketHistoryResponse,
  TicketHistoryEntry,
} from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import type { Deps } from '../deps';
import { requireTicket } from '../tickets';
import { namedHistory } from './named-history';
import type { HistoryView } from './ticket-history.store';

/** A history is not paged unless asked for. */
const WHOLE = { default: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const present = ({ at, actor, actorName, field, from, to }: HistoryView): TicketHistoryEntry => ({
  at: at.toISOString(),
  actor: { id: actor.id, name: actorName ?? actor.email, type: actor.type },
  field,
  from: from ?? undefined,
  to: to ?? undefined,
});

/** Which order of a `sort` is meant: its first key counts, of which there is one kind. */
const readOrder = (sort: string | undefined): 'ascending' | 'descending' =>
  compileSort(sort, { id: 'h.id', at: 'h.at', createdAt: 'h.at' }, 'createdAt').startsWith('h.at DESC')
    ? 'descending'
    : 'ascending';

/** The changes of a ticket, a page at a time, oldest first unless asked for the other order. */
export async function* listTicketHistory(
  deps: Pick<Deps, 'db' | 'references'>,
  { ticketId, sort, ...query }: ListTicketHistoryRequest,
  context: CallContext,
): AsyncGenerator<ListTicketHistoryResponse> {
  const { projectId } = projectScope(context.scope);
  const part = { ...compilePage(query, WHOLE), order: readOrder(sort) };
  await requireTicket(deps.db, projectId, ticketId);
  for await (const page of namedHistory(deps, context, projectId, ticketId, part)) {
    yield { entries: page.map(present) };
  }
}
