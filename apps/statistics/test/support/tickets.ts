import { newId } from '@parley/persistence';
import type {
  HistoryActor,
  HistoryMessage,
  SlaClock,
  TicketBirth,
  TicketChange,
  TicketFacts,
  TicketHistory,
} from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { Told } from './statistics';

const iso = (at: number): string => new Date(at).toISOString();

let running = 0;
/** Ids in the order in which they are made. */
export const nextId = (): string => (running += 1).toString(16).padStart(24, '0');

export const user = (id: string): HistoryActor => ({ type: 'user', id });
export const contact = (id: string): HistoryActor => ({ type: 'contact', id });

/** A ticket that changes, and tells of each change as the tickets service does. */
export interface TestTicket {
  id: string;
  projectId: string;
  facts: TicketFacts;
  birth: TicketBirth;
  changes: TicketChange[];
  messages: HistoryMessage[];
  clocks: SlaClock[];
  created(): Told;
  change(at: number, actor: HistoryActor, field: string, to: string | undefined): Told;
  /** A change of what the ticket is, of which no history is kept. */
  set(at: number, facts: Partial<TicketFacts>): Told;
  message(
    at: number,
    kind: string,
    author: { type: string; id?: string; bot?: boolean },
    replyTo?: string,
  ): Told;
  remove(messageId: string): Told;
  clock(startedAt: number, dueAt: number): Told;
  endClock(outcome: string, at: number, isReply: boolean): Told;
  deleted(mergedIds?: string[]): Told;
  /** The whole history, as a build reads it. */
  whole(): TicketHistory;
}

const fields: Readonly<Record<string, keyof TicketFacts>> = {
  status: 'status',
  processingUser: 'userId',
  processingTeam: 'teamId',
  session: 'sessionId',
  duplicateOf: 'duplicateOf',
  forwardedToSupportAt: 'forwardedToSupportAt',
};

/** A new ticket. */
export const makeTicket = (
  projectId: string,
  at: number,
  start: Partial<TicketFacts> = {},
  id = newId(),
): TestTicket => {
  const facts = {
    revision: 1,
    bugId: 1,
    createdAt: iso(at),
    updatedAt: iso(at),
    type: 'INQUIRY',
    status: 'OPEN',
    priority: 'MEDIUM',
    tags: [],
    isSpam: false,
    hidden: false,
    archived: false,
    queued: false,
    ...start,
  } as unknown as TicketFacts;
  const { status, sessionId, userId, teamId, forwardedToSupportAt } = facts;
  const birth = { status, sessionId, userId, teamId, forwardedToSupportAt } as TicketBirth;
  const changes: TicketChange[] = [];
  const messages: HistoryMessage[] = [];
  const clocks: SlaClock[] = [];
  const tell = (subject: string, payload: object): Told => ({
    subject: `tickets.v1.${subject}`,
    projectId,
    aggregateId: id,
    // What an event says was true when it was told.
    payload: JSON.parse(JSON.stringify(payload)) as object,
  });
  const touch = (when: number): void => {
    Object.assign(facts, { revision: Number(facts.revision) + 1, updatedAt: iso(when) });
  };
  return {
    id,
    projectId,
    facts,
    birth,
    changes,
    messages,
    clocks,
    created: () => tell('ticket.created', { history: { ticketId: id, facts, birth } }),
    change: (when, actor, field, to) => {
      const key = fields[field] as keyof TicketFacts;
      const from = facts[key] as string | undefined;
      const change = { id: nextId(), at: iso(when), actor, field, from, to } as TicketChange;
      changes.push(change);
      Object.assign(facts, { [key]: to });
      touch(when);
      return tell('ticket.updated', { history: { ticketId: id, facts, changes: [change] } });
    },
    set: (when, more) => {
      Object.assign(facts, more);
      touch(when);
      return tell('ticket.updated', { history: { ticketId: id, facts } });
    },
    message: (when, kind, { type, id: authorId, bot = false }, replyTo) => {
      const message = {
        id: nextId(),
        at: iso(when),
        kind,
        authorType: type,
        authorId,
        bot,
        replyTo,
      } as HistoryMessage;
      messages.push(message);
      return tell('message.created', { history: { ticketId: id, messages: [message] } });
    },
    remove: (messageId) => {
      for (const { id: gone } of messages.filter((one) => one.id === messageId || one.replyTo === messageId))
        messages.splice(
          messages.findIndex((one) => one.id === gone),
          1,
        );
      return tell('message.deleted', { message: { id: messageId } });
    },
    clock: (startedAt, dueAt) => {
      const clock = { id: nextId(), startedAt: iso(startedAt), dueAt: iso(dueAt), outcome: 'running' };
      clocks.push(clock as SlaClock);
      return tell('ticket.sla_started', { history: { ticketId: id, clocks: [clock] } });
    },
    endClock: (outcome, when, isReply) => {
      const clock = clocks.at(-1) as SlaClock;
      const ended = outcome === 'breached' && !isReply ? {} : { endedAt: iso(when) };
      Object.assign(clock, { outcome, ...ended, ...(isReply && { answeredAt: iso(when) }) });
      const verb = outcome === 'breached' && !isReply ? 'breached' : outcome === 'met' ? 'met' : 'ended';
      return tell(`ticket.sla_${verb}`, { history: { ticketId: id, clocks: [clock] } });
    },
    deleted: (mergedIds = []) => tell('ticket.deleted', { ticket: { id }, mergedIds }),
    whole: () =>
      JSON.parse(
        JSON.stringify({ ticketId: id, facts, birth, changes, messages, clocks, complete: true }),
      ) as TicketHistory,
  };
};
