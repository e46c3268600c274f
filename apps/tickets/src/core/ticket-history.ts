import type {
  HistoryActor as ToldActor,
  HistoryMessage,
  SlaClock,
  TicketBirth,
  TicketChange,
  TicketFacts,
} from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { HistoryActor } from './history';
import type { HistoryRow } from './history.store';
import { FAQ_SUGGESTION, type MessageRow, type MessageView } from './message';
import { priorityName, type TicketRow } from './ticket';

/** Fields of the history that statistics counts by. */
export const countedFields: readonly string[] = [
  'status',
  'processingUser',
  'processingTeam',
  'session',
  'duplicateOf',
  'forwardedToSupportAt',
];

const toText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const readMember = (extra: Record<string, unknown>, field: string, name: string): string | undefined =>
  toText((extra[field] as Record<string, unknown> | null | undefined)?.[name]);

/** When support was asked for, as the state of the ticket's bot says. */
export const forwardedToSupportAt = (extra: Record<string, unknown>): string | undefined =>
  readMember(extra, 'bot', 'forwardedToSupportAt');

const actorTold = ({ type, id, name }: HistoryActor): ToldActor => ({
  type,
  id,
  // Names of people are looked up where they are shown.
  name: type === 'system' ? name : undefined,
});

/** What of a ticket its facts are made of. */
export type CountedTicket = Pick<
  TicketRow,
  | 'id'
  | 'revision'
  | 'bugId'
  | 'title'
  | 'createdAt'
  | 'updatedAt'
  | 'createdBy'
  | 'composed'
  | 'type'
  | 'status'
  | 'priority'
  | 'tags'
  | 'extra'
  | 'sessionId'
  | 'processingUserId'
  | 'processingTeamId'
  | 'outbound'
  | 'isSpam'
  | 'hidden'
  | 'archived'
  | 'queued'
  | 'duplicateOfId'
  | 'conversationRating'
  | 'ratedAt'
>;

const openedBy = ({ createdBy, composed }: CountedTicket): string | undefined => {
  if (composed) return 'team';
  const type = createdBy?.type;
  return type === 'contact' || type === 'system' ? type : undefined;
};

/** The current facts of a ticket that are counted. */
export const toFacts = (row: CountedTicket): TicketFacts => ({
  revision: row.revision,
  bugId: row.bugId,
  title: row.title ?? undefined,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy ? actorTold(row.createdBy) : undefined,
  openedBy: openedBy(row),
  type: row.type,
  status: row.status,
  priority: priorityName(row.priority),
  tags: row.tags,
  channel: readMember(row.extra, 'channel', 'type'),
  sessionId: row.sessionId ?? undefined,
  userId: row.processingUserId ?? undefined,
  teamId: row.processingTeamId ?? undefined,
  outbound: row.outbound ?? undefined,
  isSpam: row.isSpam,
  hidden: row.hidden,
  archived: row.archived,
  queued: row.queued,
  duplicateOf: row.duplicateOfId ?? undefined,
  rating: row.conversationRating ?? undefined,
  ratedAt: row.ratedAt?.toISOString(),
  forwardedToSupportAt: forwardedToSupportAt(row.extra),
  updatedAt: row.updatedAt.toISOString(),
});

/**
 * The facts of a ticket at its creation: the current ones without later changes.
 *
 * @param changes All counted changes of the ticket, oldest first; none of a new one.
 */
export const deriveBirth = (row: CountedTicket, changes: readonly TicketChange[] = []): TicketBirth => {
  const before = (field: string, now: string | null | undefined): string | undefined => {
    const first = changes.find((change) => change.field === field);
    return first ? first.from : (now ?? undefined);
  };
  return {
    status: before('status', row.status) ?? row.status,
    sessionId: before('session', row.sessionId),
    userId: before('processingUser', row.processingUserId),
    teamId: before('processingTeam', row.processingTeamId),
    forwardedToSupportAt: before('forwardedToSupportAt', forwardedToSupportAt(row.extra)),
  };
};

/** What of a row of the history a change is made of. */
export type CountedChange = Pick<HistoryRow, 'id' | 'at' | 'actor' | 'field' | 'from_value' | 'to_value'>;

/** The changes that count among rows of the history. */
export const changesTold = (rows: readonly CountedChange[]): TicketChange[] =>
  rows
    .filter(({ field }) => countedFields.includes(field))
    .map(({ id, at, actor, field, from_value: from, to_value: to }) => ({
      id,
      at: at.toISOString(),
      actor: actorTold(actor),
      field,
      from: toText(from),
      to: toText(to),
    }));

const classifyMessage = ({ replyToId, sessionId, isNote, type }: CountedMessage): string => {
  if (replyToId !== null) return 'thread';
  if (sessionId !== null) return 'contact';
  if (isNote) return 'note';
  return type === FAQ_SUGGESTION ? 'suggestion' : 'reply';
};

const classifyAuthor = ({ sessionId, userId, userType }: CountedMessage): string => {
  if (sessionId !== null) return 'contact';
  if (userId === null) return 'system';
  return userType === 'service_account' ? 'service' : 'user';
};

/** The parts of a message in the history. */
export type CountedMessage = Pick<
  MessageRow,
  'id' | 'createdAt' | 'type' | 'isNote' | 'bot' | 'userId' | 'sessionId' | 'replyToId'
> &
  Pick<MessageView, 'userType'>;

/** A message without its texts. */
export const messageTold = (message: CountedMessage): HistoryMessage => ({
  id: message.id,
  at: message.createdAt.toISOString(),
  kind: classifyMessage(message),
  authorType: classifyAuthor(message),
  authorId: message.sessionId ?? message.userId ?? undefined,
  bot: message.bot,
  replyTo: message.replyToId ?? undefined,
});

/** A promise to answer as it is stored. */
export interface SlaClockRow {
  id: string;
  ticketId: string;
  startedAt: Date;
  dueAt: Date;
  outcome: string;
  endedAt: Date | null;
  answeredAt: Date | null;
}

/** An SLA clock as the history emits it. */
export const clockTold = (row: SlaClockRow): SlaClock => ({
  id: row.id,
  startedAt: row.startedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  outcome: row.outcome,
  endedAt: row.endedAt?.toISOString(),
  answeredAt: row.answeredAt?.toISOString(),
});
