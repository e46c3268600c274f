import { openingAt } from '@parley/opening-hours';
import type { HistoryMessage } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { HOURS, type Month } from './month';
import type { TestTicket } from './tickets';

/** Something that a figure counts or measures, found by reading the history from its beginning for each question. */
export interface Sample {
  ticket: TestTicket;
  at: number;
  ms?: number;
  workMs?: number;
  value?: number;
  user?: string | undefined;
  team?: string | undefined;
}

const time = (value: unknown): number => Date.parse(value as string);

/** Changes of a field, oldest first. */
const listChanges = ({ changes }: TestTicket, field: string) =>
  changes.filter((change) => change.field === field).sort((a, b) => time(a.at) - time(b.at));

/** What a field was at a time, that moment included. */
const valueAt = (ticket: TestTicket, field: string, start: string | undefined, at: number) => {
  const before = listChanges(ticket, field).filter((change) => time(change.at) <= at);
  return before.length > 0 ? before.at(-1)?.to : start;
};

const teamAt = (ticket: TestTicket, at: number) => valueAt(ticket, 'processingTeam', ticket.birth.teamId, at);
const userAt = (ticket: TestTicket, at: number) => valueAt(ticket, 'processingUser', ticket.birth.userId, at);

/** Open milliseconds of a team, step by step from one opening or closing to the next. */
const worked = (team: string | undefined, from: number, to: number): number => {
  const versions = team === undefined ? undefined : HOURS[team];
  if (!versions) return to - from;
  let open = 0;
  for (let at = from; at < to;) {
    const version = versions.filter(({ since }) => since <= at).at(-1) ?? versions[0];
    const nextVersion =
      versions.find(({ since }) => since > at && since !== versions[0]?.since)?.since ?? Infinity;
    const { isOpen, changesAt } = openingAt(version?.hours, new Date(at));
    const end = Math.min(to, changesAt?.getTime() ?? Infinity, nextVersion);
    if (isOpen) open += end - at;
    at = end;
  }
  return open;
};

const spanned = (ticket: TestTicket, from: number, to: number) => {
  const team = teamAt(ticket, to);
  return { ms: to - from, workMs: worked(team, from, to), team };
};

const isTeam = ({ authorType, bot }: HistoryMessage) =>
  !bot && (authorType === 'user' || authorType === 'service');
const isReply = (message: HistoryMessage) => message.kind === 'reply' && isTeam(message);
const isPublic = (message: HistoryMessage) =>
  message.kind === 'contact' || (message.kind === 'reply' && (message.bot || isTeam(message)));

const created = ({ facts }: TestTicket) => time(facts.createdAt);

const listCloses = (ticket: TestTicket) => {
  const changes = listChanges(ticket, 'status').filter(({ to }) => to !== 'SNOOZED');
  return changes.filter(({ to }, index) => {
    const before = index === 0 ? ticket.birth.status : changes[index - 1]?.to;
    return to === 'DONE' && before !== 'DONE';
  });
};

/** Since when somebody had waited when a reply came. */
const waitedSince = (ticket: TestTicket, reply: HistoryMessage): number | undefined => {
  const at = time(reply.at);
  const ends = [
    ...ticket.messages.filter(isReply).map((message) => time(message.at)),
    ...listCloses(ticket).map((change) => time(change.at)),
    ...listChanges(ticket, 'duplicateOf').map((change) => time(change.at)),
  ].filter((end) => end < at);
  const fromStart =
    ends.length === 0 && ticket.birth.sessionId !== undefined && ticket.facts.openedBy !== 'team';
  const since = fromStart
    ? created(ticket)
    : ticket.messages
        .filter(({ kind }) => kind === 'contact')
        .map((message) => time(message.at))
        .filter((written) => written > Math.max(0, ...ends) && written < at)
        .sort((a, b) => a - b)[0];
  if (since === undefined) return undefined;
  const handed = listChanges(ticket, 'forwardedToSupportAt')
    .map((change) => time(change.at))
    .filter((moment) => moment > since && moment < at);
  return Math.max(since, ...handed);
};

const actorId = (actor: { type: string; id?: string | undefined } | undefined) =>
  actor?.type === 'user' || actor?.type === 'service' ? actor.id : undefined;

const listAssignments = (ticket: TestTicket) => [
  ...(ticket.birth.userId === undefined
    ? []
    : [{ at: created(ticket), to: ticket.birth.userId, by: ticket.facts.createdBy }]),
  ...listChanges(ticket, 'processingUser').flatMap(({ at, to, actor }) =>
    to === undefined ? [] : [{ at: time(at), to, by: actor }],
  ),
];

/** What there are samples of. */
export type SampleName =
  | 'NEW'
  | 'LISTED'
  | 'CLOSES'
  | 'FIRST_CLOSES'
  | 'LAST_CLOSES'
  | 'REPLIES'
  | 'REPLY_TIMES'
  | 'FIRST_RESPONSES'
  | 'MESSAGES'
  | 'WORKS'
  | 'ASSIGNMENTS'
  | 'FIRST_ASSIGNMENTS'
  | 'ASSIGNED_REPLIES'
  | 'RATINGS'
  | 'SILENT'
  | 'CONVERSATIONS'
  | 'SLA_STARTED'
  | 'SLA_MET'
  | 'SLA_BREACHED'
  | 'SUPPORT';

/** The samples of every figure of a month, by name. */
export const naiveSamples = ({ tickets, deleted }: Month): Record<SampleName, Sample[]> => {
  const shown = tickets.filter(
    ({ id, facts }) => !deleted.has(id) && facts.isSpam !== true && facts.hidden !== true,
  );
  const counted = shown.filter(({ facts }) => facts.duplicateOf === undefined);
  const sorted = (ticket: TestTicket) => [...ticket.messages].sort((a, b) => time(a.at) - time(b.at));
  const NEW = counted.map((ticket): Sample => ({
    ticket,
    at: created(ticket),
    user: ticket.facts.userId,
    team: ticket.facts.teamId,
  }));
  const replies = (of: readonly TestTicket[]) =>
    of.flatMap((ticket) =>
      sorted(ticket)
        .filter(isReply)
        .map((message): Sample => {
          const at = time(message.at);
          const since = waitedSince(ticket, message);
          return {
            ticket,
            at,
            user: message.authorId,
            team: teamAt(ticket, at),
            ...(since !== undefined && spanned(ticket, since, at)),
          };
        }),
    );
  const closes = counted.flatMap((ticket) =>
    listCloses(ticket).map((change, index, all) => {
      const at = time(change.at);
      const until = listAssignments(ticket).filter((one) => one.at <= at);
      return {
        ticket,
        at,
        user: actorId(change.actor),
        ...spanned(ticket, created(ticket), at),
        isFirst: index === 0,
        isLast: index === all.length - 1,
        value: until.filter(({ to }, place) => place > 0 && until[place - 1]?.to !== to).length,
      };
    }),
  );
  const clocks = (outcome: string, readTime: (clock: TestTicket['clocks'][number]) => unknown) =>
    counted.flatMap((ticket) =>
      ticket.clocks
        .filter((clock) => outcome === 'any' || clock.outcome === outcome)
        .map((clock): Sample => {
          const at = time(readTime(clock));
          return { ticket, at, user: userAt(ticket, at), team: teamAt(ticket, at) };
        }),
    );
  const works = counted
    .flatMap((ticket): Sample[] => [
      ...ticket.messages
        .filter(({ authorType, bot }) => authorType === 'user' && !bot)
        .map(({ at, authorId }) => ({ ticket, at: time(at), user: authorId })),
      ...listChanges(ticket, 'status').map(({ at, actor }) => ({
        ticket,
        at: time(at),
        user: actor?.type === 'user' ? actor.id : undefined,
      })),
      ...listAssignments(ticket)
        .slice(0, ticket.birth.userId === undefined ? 0 : 1)
        .map(({ at, by }) => ({ ticket, at, user: by?.type === 'user' ? by.id : undefined })),
      ...listChanges(ticket, 'processingUser').map(({ at, actor }) => ({
        ticket,
        at: time(at),
        user: actor?.type === 'user' ? actor.id : undefined,
      })),
    ])
    .filter(({ user }) => user !== undefined)
    .map((work) => ({ ...work, team: teamAt(work.ticket, work.at) }));
  const messages = shown.flatMap((ticket) =>
    ticket.messages.filter(isPublic).map(({ at, authorId, authorType, bot }): Sample => ({
      ticket,
      at: time(at),
      user: authorType !== 'contact' && !bot ? authorId : undefined,
      team: teamAt(ticket, time(at)),
    })),
  );
  const keepFirst = (samples: readonly Sample[]) =>
    samples.filter(
      ({ ticket, ms }, index) =>
        ms !== undefined &&
        samples.findIndex((other) => other.ticket === ticket && other.ms !== undefined) === index,
    );
  return {
    NEW,
    CLOSES: closes,
    FIRST_CLOSES: closes.filter(({ isFirst }) => isFirst),
    LISTED: counted
      .filter(({ facts }) => facts.archived !== true)
      .map((ticket): Sample => ({
        ticket,
        at: created(ticket),
        user: ticket.facts.userId,
        team: ticket.facts.teamId,
      })),
    LAST_CLOSES: closes.filter(({ isLast }) => isLast),
    REPLIES: replies(shown),
    REPLY_TIMES: replies(shown).filter(({ ms }) => ms !== undefined),
    FIRST_RESPONSES: keepFirst(replies(counted)),
    MESSAGES: messages,
    WORKS: works,
    FIRST_ASSIGNMENTS: counted.flatMap((ticket): Sample[] => {
      const [first] = listAssignments(ticket);
      return first
        ? [{ ticket, at: first.at, user: first.to, ...spanned(ticket, created(ticket), first.at) }]
        : [];
    }),
    ASSIGNMENTS: counted.flatMap((ticket) =>
      listAssignments(ticket).map((one): Sample => ({
        ticket,
        at: one.at,
        user: one.to,
        team: teamAt(ticket, one.at),
      })),
    ),
    ASSIGNED_REPLIES: counted.flatMap((ticket) =>
      [...new Set(listAssignments(ticket).map(({ to }) => to))].flatMap((user): Sample[] => {
        const since = Math.min(
          ...listAssignments(ticket)
            .filter(({ to }) => to === user)
            .map((one) => one.at),
        );
        const reply = sorted(ticket).find(
          (message) => isReply(message) && message.authorId === user && time(message.at) >= since,
        );
        return reply ? [{ ticket, at: time(reply.at), user, ...spanned(ticket, since, time(reply.at)) }] : [];
      }),
    ),
    RATINGS: counted.flatMap((ticket): Sample[] => {
      const { rating, ratedAt } = ticket.facts;
      if (rating === undefined || ratedAt === undefined) return [];
      const at = time(ratedAt);
      return [{ ticket, at, value: rating, user: userAt(ticket, at), team: teamAt(ticket, at) }];
    }),
    SILENT: NEW.filter(({ ticket }) => !ticket.messages.some(isPublic)),
    CONVERSATIONS: NEW.filter(
      ({ ticket }) =>
        ticket.facts.type === 'INQUIRY' &&
        (ticket.facts.openedBy === 'contact' || sorted(ticket).find(isPublic)?.kind === 'contact'),
    ),
    SLA_STARTED: clocks('any', ({ startedAt }) => startedAt),
    SLA_MET: clocks('met', ({ answeredAt }) => answeredAt),
    SLA_BREACHED: clocks('breached', ({ dueAt }) => dueAt),
    SUPPORT: counted.flatMap((ticket) =>
      listChanges(ticket, 'forwardedToSupportAt').map(({ at }): Sample => ({
        ticket,
        at: time(at),
        team: teamAt(ticket, time(at)),
      })),
    ),
  };
};

/** The median as people make it: order, and take the middle. */
export const naiveMedian = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered.length / 2;
  return ordered.length % 2 === 1
    ? (ordered[Math.floor(middle)] as number)
    : ((ordered[middle - 1] as number) + (ordered[middle] as number)) / 2;
};

export const naiveMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
