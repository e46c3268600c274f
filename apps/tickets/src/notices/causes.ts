import type { DomainEvent } from '@parley/events';
import type {
  HistoryActor,
  HistoryMessage,
  TicketChange,
  TicketFacts,
} from '@parley/proto/generated/parley/tickets/v1/ticket_history';

/** Kinds of notices, as people switch them. */
export type NoticeKind = 'assigned' | 'mentioned' | 'replied' | 'newInTeam';

/** Something that happened on a ticket, and the people who may want to know it. */
export interface Cause {
  kind: NoticeKind;
  ticketId: string;
  /** Who did it, and needs no notice. */
  actor?: Pick<HistoryActor, 'type' | 'id'> | undefined;
  /** People; of `replied` those who are responsible for the ticket, which its row says. */
  userIds: readonly string[];
  teamId?: string | undefined;
  messageId?: string | undefined;
}

/** The parts of the events that decide. */
export interface NoticedPayload {
  changed?: readonly string[];
  /** Whether an update of more than 30 tickets made it. */
  bulk?: boolean;
  message?: { comment?: unknown };
  history?: { facts?: TicketFacts; changes?: readonly TicketChange[]; messages?: readonly HistoryMessage[] };
}

/** Most people that a message notifies. */
const MOST_MENTIONS = 50;

/** The cause of notices in an event; undefined for none. Updates of many tickets at once give none: their mails would be a flood. */
export const readCause = ({ subject, aggregateId, payload }: DomainEvent): Cause | undefined => {
  const { history, message, bulk } = payload as NoticedPayload;
  if (subject.endsWith('.message.created')) {
    const told = history?.messages?.[0];
    return told && byMessage(aggregateId, told, message?.comment);
  }
  if (!history?.facts || history.facts.isSpam || bulk) return undefined;
  if (subject.endsWith('.ticket.created')) return byCreation(aggregateId, history.facts);
  return byChange(aggregateId, history.facts, history.changes ?? []);
};

const byMessage = (ticketId: string, told: HistoryMessage, comment: unknown): Cause | undefined => {
  const { id: messageId, kind, authorId: id, authorType: type } = told;
  const about = { ticketId, messageId, actor: { type, id } };
  if (kind === 'contact') return { kind: 'replied', userIds: [], ...about };
  // A contact can write whatever looks like a mention.
  if (type === 'contact') return undefined;
  const userIds = findMentions(comment).filter((mentioned) => mentioned !== id);
  return userIds.length > 0 ? { kind: 'mentioned', userIds, ...about } : undefined;
};

const byCreation = (ticketId: string, { userId, teamId, createdBy: actor }: TicketFacts): Cause | undefined =>
  toAssigned(ticketId, userId, actor) ??
  (teamId !== undefined && userId === undefined
    ? { kind: 'newInTeam', ticketId, actor, userIds: [], teamId }
    : undefined);

const byChange = (
  ticketId: string,
  { userId, teamId }: TicketFacts,
  changes: readonly TicketChange[],
): Cause | undefined => {
  const assigned = changes.findLast(({ field, to }) => field === 'processingUser' && to === userId);
  if (assigned && userId !== undefined) return toAssigned(ticketId, userId, assigned.actor);
  const moved = changes.findLast(({ field, to }) => field === 'processingTeam' && to === teamId);
  return moved && teamId !== undefined && userId === undefined
    ? { kind: 'newInTeam', ticketId, actor: moved.actor, userIds: [], teamId }
    : undefined;
};

const toAssigned = (
  ticketId: string,
  userId: string | undefined,
  actor: HistoryActor | undefined,
): Cause | undefined =>
  userId === undefined || userId === actor?.id
    ? undefined
    : { kind: 'assigned', ticketId, actor, userIds: [userId] };

interface Node {
  type?: unknown;
  attrs?: { id?: unknown };
  content?: readonly Node[];
}

/** The people that a text mentions, each once. */
const findMentions = (document: unknown): string[] => {
  const found = new Set<string>();
  const waiting: Node[] = [Object(document) as Node];
  for (let node = waiting.pop(); node && found.size < MOST_MENTIONS; node = waiting.pop()) {
    if (node.type === 'mention' && typeof node.attrs?.id === 'string') found.add(node.attrs.id);
    // Pushed back to front, so that the first mention is found first.
    for (const child of (node.content ?? []).toReversed()) waiting.push(child);
  }
  return [...found];
};
