import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { CallContext } from '@parley/rpc';
import { personId } from '../caller-id';
import type { Deps } from '../deps';

/** The fields of answers that have tickets. */
interface Answer {
  ticket?: Ticket | undefined;
  tickets?: Ticket[];
  sessionResults?: Ticket[];
  generalResults?: Ticket[];
  hits?: { ticket?: Ticket | undefined }[];
  activities?: { ticket?: Ticket | undefined }[];
}

type UseCase = (deps: Deps, request: never, context: CallContext) => Promise<Answer>;

const listTickets = (answer: Answer): Ticket[] => {
  const {
    ticket,
    tickets = [],
    sessionResults = [],
    generalResults = [],
    hits = [],
    activities = [],
  } = answer;
  const inside = [...hits, ...activities].map((one) => one.ticket);
  return [ticket, ...tickets, ...sessionResults, ...generalResults, ...inside].flatMap((one) => one ?? []);
};

const showing =
  (useCase: UseCase): UseCase =>
  async (deps, request, context) => {
    const answer = await useCase(deps, request, context);
    const { fields = [] } = request as { fields?: readonly string[] };
    const isChosen = fields.length === 0 || fields.includes('unreadForMe');
    const userId = isChosen ? personId(context) : null;
    const tickets = userId === null ? [] : listTickets(answer);
    if (userId === null || tickets.length === 0) return answer;
    const read = async (ticket: Ticket): Promise<void> => {
      ticket.unreadForMe = await deps.isUnread({ projectId: ticket.project, ticketId: ticket.id, userId });
    };
    await Promise.all(tickets.map(read));
    return answer;
  };

/** The use cases; the named ones also answer which of their tickets the calling person did not read. */
export const showUnread = <UseCases extends Record<Name, UseCase>, Name extends string>(
  useCases: UseCases,
  ...names: Name[]
): UseCases => ({
  ...useCases,
  ...Object.fromEntries(names.map((name) => [name, showing(useCases[name])])),
});
