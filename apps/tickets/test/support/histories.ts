import { createClient, createLocalCaller } from '@parley/rpc';
import { MessageDeleted, TicketDeleted } from '@parley/proto/generated/parley/tickets/v1/events';
import { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import { quiet } from './neighbours';
import { type Appended, makeContext, type TestService } from './service';

/** What a reader of histories does with the service's answers and events. */
export interface Histories {
  /** Every ticket's whole history, as the stream tells it, by ticket. */
  streamed(projectId: string, after?: string): Promise<TicketHistory[]>;
  got(projectId: string, ticketIds: string[]): Promise<TicketHistory[]>;
  projects(after?: string, limit?: number): Promise<string[]>;
}

export const createHistories = ({ module }: TestService): Histories => {
  const client = createClient(
    TicketHistoryServiceDefinition,
    createLocalCaller(module.implementations, quiet),
  );
  const context = makeContext('', { type: 'system', name: 'statistics' });
  return {
    streamed: async (projectId, after = '') => {
      const all: TicketHistory[] = [];
      for await (const { tickets } of client.streamTicketHistories({ projectId, after }, context)) {
        expect(tickets.length).toBeLessThanOrEqual(500);
        all.push(...tickets);
      }
      return all;
    },
    got: async (projectId, ticketIds) =>
      (await client.getTicketHistories({ projectId, ticketIds }, context)).tickets,
    projects: async (after = '', limit = 0) =>
      (await client.listTicketProjects({ after, limit }, context)).projectIds,
  };
};

/** The piece of a history that an event tells; undefined when it tells none. */
export const readPiece = ({ payload }: Appended): TicketHistory | undefined => {
  const { history } = payload as { history?: object };
  return history && TicketHistory.fromPartial(history);
};

const byId = <Part extends { id: string }>(parts: readonly Part[]): Part[] =>
  [...new Map(parts.map((part) => [part.id, part])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The further of two states of the same clock: one that ended, else one that is breached, else the earlier promise. */
const further = (one: TicketHistory['clocks'][number], other: TicketHistory['clocks'][number]) => {
  const rank = ({ endedAt, outcome }: typeof one): number =>
    endedAt !== undefined ? 2 : outcome === 'breached' ? 1 : 0;
  if (rank(one) !== rank(other)) return rank(one) > rank(other) ? one : other;
  return (one.dueAt ?? '') <= (other.dueAt ?? '') ? one : other;
};

const put = (known: TicketHistory | undefined, piece: TicketHistory): TicketHistory => {
  if (!known) return piece;
  const newer = (piece.facts?.revision ?? -1) >= (known.facts?.revision ?? -1) ? piece : known;
  const clocks = new Map(known.clocks.map((clock) => [clock.id, clock]));
  for (const clock of piece.clocks) {
    const former = clocks.get(clock.id);
    clocks.set(clock.id, former ? further(former, clock) : clock);
  }
  return TicketHistory.fromPartial({
    ticketId: piece.ticketId,
    facts: newer.facts,
    birth: known.birth ?? piece.birth,
    changes: byId([...known.changes, ...piece.changes]),
    messages: byId([...known.messages, ...piece.messages]),
    clocks: byId([...clocks.values()]),
    updatedAt: [known.updatedAt ?? '', piece.updatedAt ?? ''].sort()[1],
  });
};

/** Histories put together from events in any order, each any number of times, by ticket. */
export const putTogether = (events: readonly Appended[]): TicketHistory[] => {
  const tickets = new Map<string, TicketHistory>();
  const gone = new Set<string>();
  for (const event of events) {
    const piece = readPiece(event);
    if (piece) tickets.set(piece.ticketId, put(tickets.get(piece.ticketId), piece));
    if (event.subject === 'tickets.v1.ticket.deleted') {
      const { mergedIds } = TicketDeleted.fromPartial(event.payload as object);
      for (const id of [event.aggregate_id, ...mergedIds]) gone.add(id);
    }
    if (event.subject === 'tickets.v1.message.deleted')
      gone.add(MessageDeleted.fromPartial(event.payload as object).message?.id ?? '');
  }
  return [...tickets.values()]
    .filter(({ ticketId }) => !gone.has(ticketId))
    .map((history) => ({
      ...history,
      messages: history.messages.filter(({ id, replyTo }) => !gone.has(id) && !gone.has(replyTo ?? '')),
    }))
    .sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
};

/** The same in the form in which two of them are compared: ids in order, and without what only a piece or a whole has. */
export const comparable = (histories: readonly TicketHistory[]): unknown[] =>
  histories.map(({ facts, changes, messages, clocks, ticketId, birth }) => ({
    ticketId,
    birth,
    facts: { ...facts, revision: undefined, updatedAt: undefined },
    changes: byId(changes),
    messages: byId(messages),
    clocks: byId(clocks),
  }));
