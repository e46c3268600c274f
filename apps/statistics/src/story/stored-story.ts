import type {
  HistoryActor,
  HistoryMessage,
  SlaClock,
  TicketBirth,
  TicketChange,
  TicketFacts,
  TicketHistory,
} from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { Entry, Opening, Story, Who } from './story';

/** A piece of a history as it travels: an event's JSON or a decoded message. */
export type Piece = Partial<Omit<TicketHistory, 'ticketId'>> & Pick<TicketHistory, 'ticketId'>;

/** The stored history of a ticket: parts by id, so that their order and number do not matter. */
export interface StoredStory {
  facts?: TicketFacts;
  birth?: TicketBirth;
  changes: Record<string, TicketChange>;
  messages: Record<string, HistoryMessage>;
  clocks: Record<string, SlaClock>;
  /** Messages that were deleted, so that late pieces do not bring them back. */
  deleted: string[];
  /** Time of its latest event, in milliseconds since 1970. */
  toldAt?: number;
  /** When the ticket changed last, by a message too, as ISO 8601. */
  updatedAt?: string;
}

/** Nothing is known yet. */
export const emptyStory = (): StoredStory => ({ changes: {}, messages: {}, clocks: {}, deleted: [] });

const stages: Readonly<Record<string, number>> = { running: 0, breached: 1, met: 2, ended: 2 };

/** How far a clock has come: one that was answered after its breach is further than one that was not. */
const rankStage = ({ outcome, endedAt }: SlaClock): number =>
  (stages[outcome] ?? 0) + (outcome === 'breached' && endedAt !== undefined ? 1 : 0);

/** Of two tellings of a clock the later one. */
const later = (known: SlaClock | undefined, told: SlaClock): SlaClock =>
  known && rankStage(known) > rankStage(told) ? known : told;

/**
 * Replaces the contact that a ticket was created with: its existence shows since when a contact waits. The id is not kept, so that
 * no trace of it remains in a ticket that belongs to another contact.
 */
const SOMEBODY = 'contact';

const namelessBirth = (birth: TicketBirth): TicketBirth =>
  birth.sessionId === undefined ? birth : { ...birth, sessionId: SOMEBODY };

/** Former contacts of a ticket are not counted. */
const isTold = ({ field }: TicketChange): boolean => field !== 'session';

const byId = <Part extends { id: string }>(parts: readonly Part[] = []): Record<string, Part> =>
  Object.fromEntries(parts.map((part) => [part.id, part]));

const readTime = (time: string | undefined): number => Date.parse(time ?? '');

const latest = (times: readonly (string | undefined)[]): string | undefined =>
  times
    .flatMap((time) => time ?? [])
    .sort((a, b) => readTime(a) - readTime(b))
    .at(-1);

/** Adds a part to a history. The result is the same for any order and repetition of parts. */
export const absorb = (stored: StoredStory, piece: Piece): StoredStory => {
  const { facts, birth, changes, messages, clocks } = piece;
  const isNewer = facts && Number(facts.revision) >= Number(stored.facts?.revision ?? -1);
  const told = byId(clocks);
  const known = { ...stored.messages, ...byId(messages) };
  const updatedAt = latest([stored.updatedAt, piece.updatedAt, facts?.updatedAt]);
  for (const id of stored.deleted) delete known[id];
  return {
    ...stored,
    ...(isNewer && { facts }),
    ...(birth && { birth: namelessBirth(birth) }),
    ...(updatedAt !== undefined && { updatedAt }),
    changes: { ...stored.changes, ...byId(changes?.filter(isTold)) },
    messages: known,
    clocks: {
      ...stored.clocks,
      ...Object.fromEntries(
        Object.values(told).map((clock) => [clock.id, later(stored.clocks[clock.id], clock)]),
      ),
    },
  };
};

/** Takes a message away, and the replies in its thread. */
export const withoutMessage = (stored: StoredStory, messageId: string): StoredStory => {
  const leaves = Object.values(stored.messages)
    .filter(({ id, replyTo }) => id === messageId || replyTo === messageId)
    .map(({ id }) => id);
  const messages = { ...stored.messages };
  for (const id of leaves) delete messages[id];
  return { ...stored, messages, deleted: [...new Set([...stored.deleted, messageId, ...leaves])] };
};

/**
 * The history after a complete read: that alone, unless events came during or after the read, which it may have missed.
 *
 * @param readAt When the reading began, in milliseconds since 1970, less the time that events may take.
 */
export const renewed = (stored: StoredStory, whole: Piece, readAt: number): StoredStory =>
  (stored.toldAt ?? 0) >= readAt
    ? absorb(stored, whole)
    : absorb({ ...emptyStory(), deleted: stored.deleted }, whole);

const toWho = (actor: HistoryActor | undefined): Who | undefined => {
  if (!actor) return undefined;
  const { type, id } = actor;
  const known = type === 'user' || type === 'service' || type === 'contact' ? type : 'system';
  return { type: known, ...(id !== undefined && { id }) };
};

const by = (actor: HistoryActor | undefined): { by?: Who } => {
  const who = toWho(actor);
  return who ? { by: who } : {};
};

const changeEntry = ({ id, at, actor, field, from, to }: TicketChange): Entry[] => {
  const base = { id, at: readTime(at), ...by(actor) };
  const ends = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  switch (field) {
    case 'status':
      return [{ kind: 'status', ...base, from: from ?? '', to: to ?? '' }];
    case 'processingUser':
      return [{ kind: 'user', ...base, ...ends }];
    case 'processingTeam':
      return [{ kind: 'team', ...base, ...ends }];
    case 'forwardedToSupportAt':
      return to === undefined ? [] : [{ kind: 'support', ...base }];
    case 'duplicateOf':
      return to === undefined ? [] : [{ kind: 'merge', ...base }];
    default:
      return [];
  }
};

const toAuthor = ({ authorType, authorId, bot }: HistoryMessage): Who => {
  const id = authorId === undefined ? {} : { id: authorId };
  if (bot) return { type: 'bot', ...id };
  const type = (['contact', 'user', 'service'] as const).find((known) => known === authorType);
  return { type: type ?? 'system', ...id };
};

const messageEntry = (message: HistoryMessage): Entry => ({
  kind: 'message',
  id: message.id,
  at: readTime(message.at),
  by: toAuthor(message),
  ...(message.kind === 'note' && { isNote: true }),
  ...(message.kind === 'thread' && { isThread: true }),
  ...(message.kind === 'suggestion' && { isSuggestion: true }),
});

const clockEntry = ({ id, startedAt, dueAt, outcome, answeredAt }: SlaClock): Entry => ({
  kind: 'clock',
  id,
  at: readTime(startedAt),
  dueAt: readTime(dueAt),
  ...((outcome === 'met' || outcome === 'breached') && { outcome }),
  ...(answeredAt !== undefined && { answeredAt: readTime(answeredAt) }),
});

const toOpening = (facts: TicketFacts, birth: TicketBirth): Opening => ({
  at: readTime(facts.createdAt),
  ...by(facts.createdBy),
  status: birth.status,
  ...(birth.userId !== undefined && { userId: birth.userId }),
  ...(birth.teamId !== undefined && { teamId: birth.teamId }),
  hasContact: birth.sessionId !== undefined,
  isComposed: facts.openedBy === 'team',
  byContact: facts.openedBy === 'contact',
});

/** Behind every entry of the same millisecond. */
const LAST_ID = 'rating';

/** The history; undefined while the ticket itself is unknown. */
export const toStory = (ticketId: string, stored: StoredStory): Story | undefined => {
  const { facts, birth, changes, messages, clocks } = stored;
  if (!facts || !birth) return undefined;
  const { rating, ratedAt, userId, teamId } = facts;
  const entries = [
    ...Object.values(changes).flatMap(changeEntry),
    ...Object.values(messages).map(messageEntry),
    ...Object.values(clocks).map(clockEntry),
  ];
  if (birth.forwardedToSupportAt !== undefined)
    entries.push({ kind: 'support', id: ticketId, at: readTime(facts.createdAt), ...by(facts.createdBy) });
  if (rating !== undefined && ratedAt !== undefined)
    entries.push({ kind: 'rating', id: LAST_ID, at: readTime(ratedAt), value: rating });
  return {
    ticketId,
    opening: toOpening(facts, birth),
    present: {
      type: facts.type,
      ...(userId !== undefined && { userId }),
      ...(teamId !== undefined && { teamId }),
      isSpam: facts.isSpam ?? false,
      hidden: facts.hidden ?? false,
      isMerged: facts.duplicateOf !== undefined,
    },
    entries,
  };
};
