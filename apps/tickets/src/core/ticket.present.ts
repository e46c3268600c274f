import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { presentParticipants } from './participants';
import { priorityName, SNOOZED, type TicketView } from './ticket';

/** A ticket's document, the same wherever it is answered. */
// eslint-disable-next-line max-lines-per-function -- a line for each field, which is easiest to check in one list
export const presentTicket = (row: TicketView): Ticket => {
  const { extra, logs } = row;
  return {
    id: row.id,
    _id: row.id,
    project: row.projectId,
    organisation: row.organisationId,
    title: row.title ?? undefined,
    description: row.description ?? undefined,
    content: row.content ?? undefined,
    plainContent: row.plainContent ?? undefined,
    type: row.type,
    status: row.status,
    priority: priorityName(row.priority),
    tags: row.tags,
    session: presentSession(row),
    sessions: row.sessionIds,
    participants: presentParticipants(row),
    processingUser: presentUser(row),
    processingTeam: presentTeam(row),
    mentions: row.mentionIds,
    customData: extra['customData'],
    attributes: extra['attributes'],
    formData: extra['formData'],
    form: extra['form'],
    metaData: extra['metaData'],
    linkedTickets: row.linkedTicketIds,
    duplicateOf: row.duplicateOfId ?? undefined,
    duplicatesCount: row.duplicatesCount,
    upvotes: row.upvotes,
    upvotesCount: row.upvotesCount,
    score: row.score ?? undefined,
    dueDate: time(row.dueDate),
    snoozed: row.status === SNOOZED,
    snoozedUntil: time(row.snoozedUntil),
    firstResponse: time(row.firstResponse),
    slaDueAt: time(row.slaDueAt),
    slaBreached: row.slaBreached,
    isTracker: row.isTracker,
    archived: row.archived,
    archivedAt: time(row.archivedAt),
    hidden: row.hidden,
    isSpam: row.isSpam,
    noHumanInteraction: row.noHumanInteraction,
    conversationClosed: row.conversationClosed,
    conversationRating: row.conversationRating ?? undefined,
    conversationRatingComment: row.conversationRatingComment ?? undefined,
    ratedAt: time(row.ratedAt),
    bugId: row.bugId,
    shareToken: row.shareToken,
    secretShareToken: row.secretShareToken,
    lexorank: row.lexorank ?? undefined,
    latestComment: row.latestComment ?? undefined,
    latestPublicComment: row.latestPublicComment ?? undefined,
    lastNotification: time(row.lastNotification),
    lastResponse: presentLastResponse(row),
    waitingSince: time(row.waitingSince),
    notificationsUnread: row.notificationsUnread,
    sessionNotificationsUnread: row.sessionNotificationsUnread,
    hasAgentReply: row.hasAgentReply,
    firstAssignmentAt: time(row.firstAssignmentAt),
    queued: row.queued,
    queuedAt: time(row.queuedAt),
    outbound: row.outbound ?? undefined,
    bot: extra['bot'],
    attachments: row.attachments,
    channel: extra['channel'],
    mailbox: presentMailbox(row),
    sentiment: row.sentiment ?? undefined,
    aiSummary: row.aiSummary ?? undefined,
    companyId: row.companyId ?? undefined,
    consoleLog: logs?.['consoleLog'],
    networkLogs: logs?.['networkLogs'],
    customEventLog: logs?.['customEventLog'],
    actionLog: logs?.['actionLog'],
    replay: logs?.['replay'],
    integrations: extra['integrations'],
    isSilent: row.isSilent,
    manuallyAdded: row.manuallyAdded,
    preventAutoReply: row.preventAutoReply,
    trackerTicket: row.trackerTicketId ?? undefined,
    lastActivity: row.lastActivity.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    externalId: row.externalId ?? undefined,
  };
};

/** Some properties of a ticket. */
export type Reading<Property extends keyof TicketView> = Pick<TicketView, Property>;

/** The contact of a ticket. */
export const presentSession = ({
  sessionId,
  sessionName,
  sessionEmail,
  sessionUserId,
}: Reading<'sessionId' | 'sessionName' | 'sessionEmail' | 'sessionUserId'>): Ticket['session'] =>
  sessionId === null
    ? undefined
    : {
        id: sessionId,
        name: sessionName ?? undefined,
        email: sessionEmail ?? undefined,
        userId: sessionUserId ?? undefined,
      };

/** The user a ticket is assigned to. */
export const presentUser = ({
  processingUserId,
  userFirstName,
  userLastName,
  userEmail,
}: Reading<'processingUserId' | 'userFirstName' | 'userLastName' | 'userEmail'>): Ticket['processingUser'] =>
  processingUserId === null
    ? undefined
    : {
        id: processingUserId,
        firstName: userFirstName ?? undefined,
        lastName: userLastName ?? undefined,
        email: userEmail ?? undefined,
      };

/** The team a ticket is assigned to. */
export const presentTeam = ({
  processingTeamId,
  teamName,
}: Reading<'processingTeamId' | 'teamName'>): Ticket['processingTeam'] =>
  processingTeamId === null ? undefined : { id: processingTeamId, name: teamName ?? '' };

/** When each side wrote last. */
export const presentLastResponse = ({
  lastResponseContact,
  lastResponseAdmin,
}: Reading<'lastResponseContact' | 'lastResponseAdmin'>): Ticket['lastResponse'] =>
  lastResponseContact || lastResponseAdmin
    ? { contact: time(lastResponseContact), admin: time(lastResponseAdmin) }
    : undefined;

/** The mailbox of a ticket. */
export const presentMailbox = ({ extra }: Reading<'extra'>): Ticket['mailbox'] =>
  extra['mailbox'] as Ticket['mailbox'];

const time = (date: Date | null): string | undefined => date?.toISOString();
