import { type Fact, flags } from '../facts';
import type { OpenTime } from '../hours';
import { type Entry, inOrder, type MessageEntry, type Story, type Who } from './story';

const DONE = 'DONE';
const SNOOZED = 'SNOOZED';

/** A person of the team or its own program answers in public. */
const isReply = ({ by, isNote, isThread, isSuggestion }: MessageEntry): boolean =>
  !isNote && !isThread && !isSuggestion && (by.type === 'user' || by.type === 'service');

const isPublic = (message: MessageEntry): boolean =>
  isReply(message) ||
  (!message.isNote &&
    !message.isThread &&
    !message.isSuggestion &&
    (message.by.type === 'contact' || message.by.type === 'bot'));

const toActor = (by: Who | undefined): Pick<Fact, 'actorType' | 'actorId'> => ({
  ...(by && { actorType: by.type }),
  ...(by?.id !== undefined && { actorId: by.id }),
});

/** Dashboard users and service accounts have figures of their own. */
const figureUser = (by: Who | undefined): Pick<Fact, 'userId'> =>
  by?.id !== undefined && (by.type === 'user' || by.type === 'service') ? { userId: by.id } : {};

/** Where a ticket is in its story. */
interface Teller {
  story: Story;
  openTime: OpenTime;
  facts: Fact[];
  /** Since when a contact waits for the team. */
  waitingSince: number | undefined;
  hadResponse: boolean;
  hadPublic: boolean;
  /** The status with snoozing left out. */
  status: string | undefined;
  userId: string | undefined;
  teamId: string | undefined;
  assignedAt: number;
  lastAssigned: string | undefined;
  hadAssignment: boolean;
  reassignments: number;
  hadClose: boolean;
  workedAt: number | undefined;
  workedBy: Map<string, number>;
  /** When each user was first assigned, until the user's first reply. */
  owed: Map<string, number>;
  /** When each user was assigned last. */
  assigned: Map<string, number>;
  /** The present rating, if any. */
  rating: Fact | undefined;
}

type NewFact = Omit<Fact, 'flags' | 'ticketId'> & { flags?: number };

const tell = (teller: Teller, fact: NewFact): void => {
  const { teamId } = teller;
  teller.facts.push({
    ticketId: teller.story.ticketId,
    ...(teamId !== undefined && { teamId }),
    ...fact,
    flags: fact.flags ?? 0,
  });
};

const span = ({ openTime, teamId }: Teller, from: number, to: number): { ms: number; workMs: number } => ({
  ms: to - from,
  workMs: openTime(teamId, from, to),
});

const tellWork = (teller: Teller, { id, at, by }: Pick<Entry, 'id' | 'at' | 'by'>): void => {
  if (by?.type !== 'user' || by.id === undefined) return;
  const { workedAt: previousAt } = teller;
  const previousOwnAt = teller.workedBy.get(by.id);
  tell(teller, {
    kind: 'WORKED_ON',
    sourceId: id,
    at,
    userId: by.id,
    ...toActor(by),
    ...(previousAt !== undefined && { previousAt }),
    ...(previousOwnAt !== undefined && { previousOwnAt }),
  });
  teller.workedAt = at;
  teller.workedBy.set(by.id, at);
};

const tellReply = (teller: Teller, { id: sourceId, at, by }: MessageEntry): void => {
  const { waitingSince, hadResponse } = teller;
  const isSample = waitingSince !== undefined;
  const isFirst = isSample && !hadResponse && !teller.story.present.isMerged;
  tell(teller, {
    kind: 'TICKET_REPLY',
    sourceId,
    at,
    ...toActor(by),
    ...figureUser(by),
    flags: (isSample ? flags.SAMPLE : 0) | (isFirst ? flags.FIRST : 0),
    ...(isSample && span(teller, waitingSince, at)),
  });
  if (isSample) teller.hadResponse = true;
  teller.waitingSince = undefined;
  const owedSince = by.id === undefined ? undefined : teller.owed.get(by.id);
  if (owedSince === undefined || by.id === undefined) return;
  teller.owed.delete(by.id);
  tell(teller, { kind: 'ASSIGNED_REPLY', sourceId, at, userId: by.id, ...span(teller, owedSince, at) });
};

const tellMessage = (teller: Teller, message: MessageEntry): void => {
  const { id: sourceId, at, by, isNote, isThread } = message;
  tellWork(teller, message);
  if (isPublic(message)) {
    const author = by.type === 'service' ? 'user' : by.type;
    tell(teller, {
      kind: 'COMMENT_CREATED',
      sourceId,
      at,
      ...toActor(by),
      ...figureUser(by),
      flags: teller.hadPublic ? 0 : flags.FIRST,
      extra: { author },
    });
    teller.hadPublic = true;
  } else if (isNote || isThread) {
    tell(teller, { kind: 'NOTE_CREATED', sourceId, at, ...toActor(by), ...figureUser(by) });
  }
  if (isReply(message)) tellReply(teller, message);
  else if (by.type === 'contact' && isPublic(message)) teller.waitingSince ??= at;
};

const tellStatus = (
  teller: Teller,
  { id: sourceId, at, by, from, to }: Extract<Entry, { kind: 'status' }>,
): void => {
  tellWork(teller, { id: sourceId, at, ...(by && { by }) });
  const isClose = to === DONE && teller.status !== DONE;
  const isFirst = isClose && !teller.hadClose;
  tell(teller, {
    kind: 'TICKET_STATUS_CHANGE',
    sourceId,
    at,
    ...toActor(by),
    ...figureUser(by),
    flags: (isClose ? flags.CLOSE : 0) | (isFirst ? flags.FIRST : 0),
    ...(isClose && span(teller, teller.story.opening.at, at)),
    ...(isFirst && { value: teller.reassignments }),
    extra: { oldStatus: from, newStatus: to },
  });
  if (to !== SNOOZED) teller.status = to;
  if (!isClose) return;
  teller.hadClose = true;
  teller.waitingSince = undefined;
};

/** A person is assigned, or none. */
const tellUser = (
  teller: Teller,
  { id: sourceId, at, by, to }: Pick<Extract<Entry, { kind: 'user' }>, 'id' | 'at' | 'by' | 'to'>,
): void => {
  if (to === teller.userId) return;
  if (teller.userId !== undefined)
    tell(teller, {
      kind: 'UNASSIGN_TICKET',
      sourceId,
      at,
      userId: teller.userId,
      ...toActor(by),
      ...span(teller, teller.assignedAt, at),
    });
  teller.userId = to;
  // Unassigning a person counts as assignment work, too.
  tellWork(teller, { id: sourceId, at, ...(by && { by }) });
  if (to === undefined) return;
  const previousOwnAt = teller.assigned.get(to);
  tell(teller, {
    kind: 'ASSIGN_TICKET',
    sourceId,
    at,
    userId: to,
    ...(previousOwnAt !== undefined && { previousOwnAt }),
    ...toActor(by),
    flags: teller.hadAssignment ? 0 : flags.FIRST,
    ...span(teller, teller.story.opening.at, at),
  });
  if (teller.lastAssigned !== undefined && teller.lastAssigned !== to) teller.reassignments += 1;
  if (previousOwnAt === undefined) teller.owed.set(to, at);
  teller.assigned.set(to, at);
  teller.lastAssigned = to;
  teller.hadAssignment = true;
  teller.assignedAt = at;
};

/** Met and breached count for the person responsible at that time, which is known when the history has reached it. */
interface ClockEnd {
  at: number;
  fact: NewFact;
}

const assignee = ({ userId }: Teller): Pick<Fact, 'userId'> => (userId === undefined ? {} : { userId });

const tellClock = (
  teller: Teller,
  { id: sourceId, at, dueAt, outcome, answeredAt }: Extract<Entry, { kind: 'clock' }>,
): ClockEnd[] => {
  const extra = { dueAt, startedAt: at, ...(answeredAt !== undefined && { answeredAt }) };
  tell(teller, { kind: 'SLA_STARTED', sourceId, at, ...assignee(teller), extra: { dueAt } });
  if (outcome === 'breached')
    return [{ at: dueAt, fact: { kind: 'SLA_BREACHED', sourceId, at: dueAt, extra } }];
  if (outcome !== 'met' || answeredAt === undefined) return [];
  return [{ at: answeredAt, fact: { kind: 'SLA_MET', sourceId, at: answeredAt, extra } }];
};

const tellRating = (teller: Teller, { at, by, value }: Extract<Entry, { kind: 'rating' }>): void => {
  const { teamId, story } = teller;
  teller.rating =
    value === undefined
      ? undefined
      : {
          kind: 'TICKET_RATED',
          // A ticket has one rating at a time.
          sourceId: story.ticketId,
          ticketId: story.ticketId,
          at,
          ...assignee(teller),
          ...(teamId !== undefined && { teamId }),
          ...toActor(by),
          flags: 0,
          value,
        };
};

const tellSupport = (teller: Teller, { id, at, by }: Extract<Entry, { kind: 'support' }>): void => {
  tell(teller, { kind: 'CUSTOMER_SUPPORT_REQUESTED', sourceId: id, at, ...toActor(by), ...figureUser(by) });
  if (teller.waitingSince !== undefined) teller.waitingSince = at;
};

const tellEntry = (teller: Teller, entry: Entry): ClockEnd[] => {
  switch (entry.kind) {
    case 'message':
      tellMessage(teller, entry);
      return [];
    case 'status':
      tellStatus(teller, entry);
      return [];
    case 'user':
      tellUser(teller, entry);
      return [];
    case 'team':
      teller.teamId = entry.to;
      return [];
    case 'support':
      tellSupport(teller, entry);
      return [];
    case 'rating':
      tellRating(teller, entry);
      return [];
    case 'merge':
      teller.waitingSince = undefined;
      return [];
    case 'clock':
      return tellClock(teller, entry);
  }
};

const begin = (story: Story, openTime: OpenTime): Teller => {
  const { opening } = story;
  return {
    story,
    openTime,
    facts: [],
    waitingSince: opening.hasContact && !opening.isComposed ? opening.at : undefined,
    hadResponse: false,
    hadPublic: false,
    status: opening.status === SNOOZED ? undefined : opening.status,
    userId: undefined,
    teamId: opening.teamId,
    assignedAt: opening.at,
    lastAssigned: undefined,
    hadAssignment: false,
    reassignments: 0,
    hadClose: false,
    workedAt: undefined,
    workedBy: new Map(),
    owed: new Map(),
    assigned: new Map(),
    rating: undefined,
  };
};

const toCreation = ({ ticketId, opening, present }: Story, entries: readonly Entry[]): Fact => {
  const first = entries.find((entry): entry is MessageEntry => entry.kind === 'message' && isPublic(entry));
  const isConversation = present.type === 'INQUIRY' && (opening.byContact || first?.by.type === 'contact');
  return {
    kind: 'CREATE_TICKET',
    sourceId: ticketId,
    ticketId,
    at: opening.at,
    // Figures of new tickets count for the current assignee.
    ...(present.userId !== undefined && { userId: present.userId }),
    ...(present.teamId !== undefined && { teamId: present.teamId }),
    ...toActor(opening.by),
    flags: (isConversation ? flags.CONVERSATION : 0) | (first ? 0 : flags.SILENT),
  };
};

const messageKinds: readonly Fact['kind'][] = ['TICKET_REPLY', 'COMMENT_CREATED', 'NOTE_CREATED'];

/**
 * The facts of a ticket, computed from its history alone, so that order and repetition of events do not matter. Spam and hidden
 * tickets have none; merged ones have only those of messages.
 */
export const tellFacts = (story: Story, openTime: OpenTime): Fact[] => {
  const { opening, present, ticketId } = story;
  if (present.isSpam || present.hidden) return [];
  const entries = inOrder(story.entries);
  const teller = begin(story, openTime);
  if (opening.userId !== undefined)
    tellUser(teller, {
      id: ticketId,
      at: opening.at,
      to: opening.userId,
      ...(opening.by && { by: opening.by }),
    });
  let ends: ClockEnd[] = [];
  const endClocks = (before: number): void => {
    for (const { fact } of ends.filter(({ at }) => at < before))
      tell(teller, { ...fact, ...assignee(teller) });
    ends = ends.filter(({ at }) => at >= before);
  };
  for (const entry of entries) {
    endClocks(entry.at);
    ends.push(...tellEntry(teller, entry));
    ends.sort((a, b) => a.at - b.at);
  }
  endClocks(Infinity);
  const { facts, rating } = teller;
  if (present.isMerged) return facts.filter(({ kind }) => messageKinds.includes(kind));
  const lastClose = facts.findLast((fact) => (fact.flags & flags.CLOSE) !== 0);
  if (lastClose) lastClose.flags |= flags.LAST;
  return [toCreation(story, entries), ...facts, ...(rating ? [rating] : [])];
};
