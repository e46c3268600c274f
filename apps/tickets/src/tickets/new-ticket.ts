import { newId, timeOfId } from '@parley/persistence';
import { randomBytes } from 'node:crypto';
import {
  type HistoryActor,
  type TeamPromise,
  dueByTeam,
  DONE,
  OPEN,
  priorityRank,
  slaDueAt,
  type TicketRow,
  changeSnooze,
  mergeFree,
  type TicketPatch,
} from '../core';

/** The facts of a new ticket beside the fields of the request. */
export interface NewTicketFacts {
  now: Date;
  projectId: string;
  organisationId: string;
  /** Type when the request names none. */
  defaultType: string;
  companyId: string | null;
  /** The contact's service level: an answer is due so many minutes after the creation. */
  slaMinutes?: number | null | undefined;
  /** What its team promises to a contact without a service level. */
  teamPromise?: TeamPromise | undefined;
  createdBy: HistoryActor;
  /** Whether its contact waits for an answer from now on. */
  isWaiting: boolean;
  /** Its identifier, which says when it was created; a new one without it. */
  id?: string;
}

/** A ticket as it will be stored; its running number is given by the database. */
export const makeTicket = (facts: NewTicketFacts, { columns, extra, logs }: TicketPatch): TicketRow => {
  const id = facts.id ?? newId(facts.now.getTime());
  // Exactly the time in the id, so that the order by id is the order by creation.
  const createdAt = timeOfId(id);
  const stored = mergeFree(null, logs);
  const { status = OPEN, snoozedUntil } = columns;
  const { createdBy } = facts;
  return {
    ...unsaid(),
    ...columns,
    ...changeSnooze({ status, snoozedUntil: null, snoozedFrom: null }, { status, snoozedUntil }),
    ...makeTokens(id),
    projectId: facts.projectId,
    id,
    organisationId: facts.organisationId,
    bugId: 0,
    type: columns.type ?? facts.defaultType,
    ...untouched(),
    slaDueAt: slaDueAt(createdAt, facts.slaMinutes) ?? dueByTeam(createdAt, facts.teamPromise),
    archivedAt: columns.archived ? createdAt : null,
    firstAssignmentAt: columns.processingUserId ? createdAt : null,
    companyId: facts.companyId,
    lastActivity: createdAt,
    createdAt,
    updatedAt: createdAt,
    extra: mergeFree(null, extra),
    logs: Object.keys(stored).length > 0 ? stored : null,
    createdBy,
    waitingSince: facts.isWaiting && status !== DONE ? createdAt : null,
    newsId: status === DONE ? null : id,
    newsAuthorId: createdBy.type === 'user' ? (createdBy.id ?? null) : null,
    contactActivity: createdAt,
    contactUpdatedAt: createdAt,
    visibleAttributes: columns.visibleAttributes ?? [],
    ratedAt: typeof columns.conversationRating === 'number' ? createdAt : null,
  };
};

/** Defaults of fields that a request may name. */
const unsaid = () => ({
  title: null,
  description: null,
  content: null,
  plainContent: null,
  priority: priorityRank(undefined),
  tags: [],
  sessionId: null,
  sessionIds: [],
  processingUserId: null,
  processingTeamId: null,
  mentionIds: [],
  linkedTicketIds: [],
  upvotes: [],
  upvotesCount: 0,
  score: null,
  dueDate: null,
  archived: false,
  hidden: false,
  isSpam: false,
  noHumanInteraction: false,
  conversationClosed: false,
  conversationRating: null,
  conversationRatingComment: null,
  lexorank: null,
  notificationsUnread: false,
  sessionNotificationsUnread: false,
  outbound: null,
  attachments: [],
  sentiment: null,
  aiSummary: null,
  isSilent: false,
  manuallyAdded: false,
  preventAutoReply: false,
  trackerTicketId: null,
});

/** Fields that later events set. */
const untouched = () => ({
  duplicateOfId: null,
  duplicatesCount: 0,
  firstResponse: null,
  slaBreached: false,
  isTracker: false,
  latestComment: null,
  latestPublicComment: null,
  lastNotification: null,
  lastResponseContact: null,
  lastResponseAdmin: null,
  hasAgentReply: false,
  queued: false,
  queuedAt: null,
  messageCount: 0,
  lastMailId: null,
  contactReadIndex: 0,
  teamReadIndex: 0,
  contactUnread: 0,
  contactPosition: 0,
  contactReadPosition: 0,
  lastPublicMessageId: null,
  contactAgentId: null,
  teamReadAt: null,
  composed: false,
  revision: 0,
  externalId: null,
});

const TOKEN_BYTES = 24;
const MAIL_TOKEN_BYTES = 12;

/** Share tokens begin with the ticket's id, which finds the ticket; the rest proves that it was shared. */
const makeTokens = (id: string): Pick<TicketRow, 'shareToken' | 'secretShareToken' | 'mailToken'> => {
  const bytes = randomBytes(2 * TOKEN_BYTES + MAIL_TOKEN_BYTES);
  return {
    shareToken: id + bytes.toString('base64url', 0, TOKEN_BYTES),
    secretShareToken: id + bytes.toString('base64url', TOKEN_BYTES, 2 * TOKEN_BYTES),
    // Hex, because some mail servers fold the case of a local part.
    mailToken: bytes.toString('hex', 2 * TOKEN_BYTES),
  };
};
