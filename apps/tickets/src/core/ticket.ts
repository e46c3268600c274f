import type { HistoryActor } from './history';
import type { ParticipantContact } from './participant-ids';

/** Someone who voted for a ticket. */
export interface Upvote {
  email?: string;
  name?: string;
}

/** A file beside a ticket or message. */
export interface Attachment {
  name: string;
  url: string;
  type?: string;
}

/** A ticket as it is stored. */
export interface TicketRow {
  projectId: string;
  id: string;
  organisationId: string;
  bugId: number;
  title: string | null;
  description: string | null;
  content: unknown;
  plainContent: string | null;
  type: string;
  status: string;
  /** Position in `priorities`: the order that lists sort by. */
  priority: number;
  tags: string[];
  sessionId: string | null;
  sessionIds: string[];
  processingUserId: string | null;
  processingTeamId: string | null;
  mentionIds: string[];
  linkedTicketIds: string[];
  duplicateOfId: string | null;
  duplicatesCount: number;
  upvotes: Upvote[];
  upvotesCount: number;
  score: number | null;
  dueDate: Date | null;
  snoozedUntil: Date | null;
  /** Status that returns when the ticket wakes. */
  snoozedFrom: string | null;
  firstResponse: Date | null;
  slaDueAt: Date | null;
  slaBreached: boolean;
  isTracker: boolean;
  archived: boolean;
  archivedAt: Date | null;
  hidden: boolean;
  isSpam: boolean;
  noHumanInteraction: boolean;
  conversationClosed: boolean;
  conversationRating: number | null;
  /** Comment of the contact beside its rating. */
  conversationRatingComment: string | null;
  shareToken: string;
  secretShareToken: string;
  /** Proves in the address `reply+<ticket>.<token>@…` that the sender got a mail of the ticket. */
  mailToken: string;
  lexorank: string | null;
  latestComment: string | null;
  latestPublicComment: string | null;
  lastNotification: Date | null;
  lastResponseContact: Date | null;
  lastResponseAdmin: Date | null;
  /** Since when the contact waits for a person's answer; null when it does not. */
  waitingSince: Date | null;
  notificationsUnread: boolean;
  sessionNotificationsUnread: boolean;
  hasAgentReply: boolean;
  firstAssignmentAt: Date | null;
  queued: boolean;
  queuedAt: Date | null;
  outbound: string | null;
  attachments: Attachment[];
  sentiment: string | null;
  aiSummary: string | null;
  companyId: string | null;
  isSilent: boolean;
  manuallyAdded: boolean;
  preventAutoReply: boolean;
  trackerTicketId: string | null;
  lastActivity: Date;
  createdAt: Date;
  updatedAt: Date;
  /** Free JSON that filters look into: customData, attributes, formData, form, metaData, bot, channel, integrations; the mailbox, and ids of participants. */
  extra: Record<string, unknown>;
  /** Logs of the contact's device, which nothing looks into: consoleLog, networkLogs, customEventLog, actionLog, replay. */
  logs: Record<string, unknown> | null;
  messageCount: number;
  /** Message-ID of the latest e-mail of the ticket. */
  lastMailId: string | null;
  /** Highest index of a message that the contact has read. */
  contactReadIndex: number;
  /** Highest index of a message that the team has read. */
  teamReadIndex: number;
  /** Who created it. */
  createdBy: HistoryActor | null;
  /** Newest public message, else the creation: the order of the contact's list. */
  contactActivity: Date;
  /** Latest change that the contact can see. */
  contactUpdatedAt: Date;
  /** Public messages that the contact has not read. */
  contactUnread: number;
  /** Position of the latest message of the conversation. */
  contactPosition: number;
  /** Position up to which the contact has read. */
  contactReadPosition: number;
  /** Keys of the attributes that the contact may see. */
  visibleAttributes: string[];
  lastPublicMessageId: string | null;
  /** Member of the team who wrote publicly last. */
  contactAgentId: string | null;
  /**
   * Newest message, here or in a ticket merged into it; the ticket itself before its first one. Null while everyone counts as having
   * read it, empty while everyone does who did not mark it as unread.
   */
  newsId: string | null;
  /** The person of the team who wrote that; null for all others. */
  newsAuthorId: string | null;
  /** When a person of the team last read it or answered. */
  teamReadAt: Date | null;
  /** Whether the team composed it with a first message. */
  composed: boolean;
  /** Time of the last change of the rating; null without one. */
  ratedAt: Date | null;
  /** Grows with every change of the ticket itself; the database counts. */
  revision: number;
  /** Identifier in the system that it was imported from. */
  externalId: string | null;
}

/** A ticket with what its document shows of contact, user and team. */
export interface TicketView extends TicketRow {
  sessionName: string | null;
  sessionEmail: string | null;
  sessionUserId: string | null;
  userFirstName: string | null;
  userLastName: string | null;
  userEmail: string | null;
  userPicture: string | null;
  teamName: string | null;
  /** Contacts who get a copy of its mails. */
  participants: ParticipantContact[] | null;
}

export const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const;
const DEFAULT_PRIORITY = 1;

/** Number of a priority. Anything but LOW and HIGH is MEDIUM. */
export const priorityRank = (priority: string | undefined): number => {
  const index = priorities.findIndex((name) => name === priority);
  return index < 0 ? DEFAULT_PRIORITY : index;
};

/** Name of a priority. */
export const priorityName = (rank: number): string => priorities[rank] ?? 'MEDIUM';

export const OPEN = 'OPEN';
export const DONE = 'DONE';
export const SNOOZED = 'SNOOZED';

/** Fields that a filter looks into, in `extra`. */
export const extraFields = [
  'customData',
  'attributes',
  'formData',
  'form',
  'metaData',
  'bot',
  'channel',
  'integrations',
] as const;

/** Fields that nothing looks into, in `logs`. */
export const logFields = ['consoleLog', 'networkLogs', 'customEventLog', 'actionLog', 'replay'] as const;

/** Longest beginning of a comment that a ticket keeps, in characters. */
export const LATEST_COMMENT_CHARACTERS = 500;

/** Whether search finds a ticket. Archived ones are found (docs/rules/tickets.md). */
export const isSearchable = (row: Pick<TicketRow, 'hidden' | 'isSpam' | 'duplicateOfId'>): boolean =>
  !row.hidden && !row.isSpam && row.duplicateOfId === null;

/** Whether a ticket is work: neither done nor out of lists. */
export const isWork = (
  row: Pick<TicketRow, 'status' | 'archived' | 'hidden' | 'isSpam' | 'duplicateOfId'>,
): boolean => row.status !== DONE && !row.archived && isSearchable(row);

/** Due time for a contact with an SLA of so many minutes; null without one. */
export const slaDueAt = (now: Date, minutes: number | null | undefined): Date | null =>
  minutes != null && minutes > 0 ? new Date(now.getTime() + minutes * 60_000) : null;
