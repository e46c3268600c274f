import { participantsSql } from './participant-ids';
import type { TicketRow, TicketView } from './ticket';

/** Column of every property of a stored ticket. */
export const ticketColumns: Readonly<Record<keyof TicketRow, string>> = {
  projectId: 'project_id',
  id: 'id',
  organisationId: 'organisation_id',
  bugId: 'bug_id',
  title: 'title',
  description: 'description',
  content: 'content',
  plainContent: 'plain_content',
  type: 'type',
  status: 'status',
  priority: 'priority',
  tags: 'tags',
  sessionId: 'session_id',
  sessionIds: 'session_ids',
  processingUserId: 'processing_user_id',
  processingTeamId: 'processing_team_id',
  mentionIds: 'mention_ids',
  linkedTicketIds: 'linked_ticket_ids',
  duplicateOfId: 'duplicate_of_id',
  duplicatesCount: 'duplicates_count',
  upvotes: 'upvotes',
  upvotesCount: 'upvotes_count',
  score: 'score',
  dueDate: 'due_date',
  snoozedUntil: 'snoozed_until',
  snoozedFrom: 'snoozed_from',
  firstResponse: 'first_response',
  slaDueAt: 'sla_due_at',
  slaBreached: 'sla_breached',
  isTracker: 'is_tracker',
  archived: 'archived',
  archivedAt: 'archived_at',
  hidden: 'hidden',
  isSpam: 'is_spam',
  noHumanInteraction: 'no_human_interaction',
  conversationClosed: 'conversation_closed',
  conversationRating: 'conversation_rating',
  conversationRatingComment: 'conversation_rating_comment',
  shareToken: 'share_token',
  secretShareToken: 'secret_share_token',
  mailToken: 'mail_token',
  lexorank: 'lexorank',
  latestComment: 'latest_comment',
  latestPublicComment: 'latest_public_comment',
  lastNotification: 'last_notification',
  lastResponseContact: 'last_response_contact',
  lastResponseAdmin: 'last_response_admin',
  waitingSince: 'waiting_since',
  notificationsUnread: 'notifications_unread',
  sessionNotificationsUnread: 'session_notifications_unread',
  hasAgentReply: 'has_agent_reply',
  firstAssignmentAt: 'first_assignment_at',
  queued: 'queued',
  queuedAt: 'queued_at',
  outbound: 'outbound',
  attachments: 'attachments',
  sentiment: 'sentiment',
  aiSummary: 'ai_summary',
  companyId: 'company_id',
  isSilent: 'is_silent',
  manuallyAdded: 'manually_added',
  preventAutoReply: 'prevent_auto_reply',
  trackerTicketId: 'tracker_ticket_id',
  lastActivity: 'last_activity',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  extra: 'extra',
  logs: 'logs',
  messageCount: 'message_count',
  lastMailId: 'last_mail_id',
  createdBy: 'created_by',
  contactReadIndex: 'contact_read_index',
  teamReadIndex: 'team_read_index',
  contactActivity: 'contact_activity',
  contactUpdatedAt: 'contact_updated_at',
  contactUnread: 'contact_unread',
  contactPosition: 'contact_position',
  contactReadPosition: 'contact_read_position',
  visibleAttributes: 'visible_attributes',
  lastPublicMessageId: 'last_public_message_id',
  contactAgentId: 'contact_agent_id',
  newsId: 'news_id',
  newsAuthorId: 'news_author_id',
  teamReadAt: 'team_read_at',
  composed: 'composed',
  ratedAt: 'rated_at',
  revision: 'revision',
  externalId: 'external_id',
};

const properties = Object.keys(ticketColumns) as (keyof TicketRow)[];

/** Columns in the order of the table's properties. */
export const columnList = properties.map((property) => ticketColumns[property]);

const referenceColumns: Readonly<Record<Exclude<keyof TicketView, keyof TicketRow>, string>> = {
  sessionName: 'c.name',
  sessionEmail: 'c.email',
  sessionUserId: 'c.user_id',
  userFirstName: 'u.first_name',
  userLastName: 'u.last_name',
  userEmail: 'u.email',
  userPicture: 'u.profile_image_url',
  teamName: 'g.name',
  participants: participantsSql,
};

/** The SQL of every property of a `TicketView`, over `t` joined by `joinsByAlias`. */
export const viewProperties: Readonly<Record<keyof TicketView, string>> = {
  ...(Object.fromEntries(properties.map((property) => [property, `t.${ticketColumns[property]}`])) as Record<
    keyof TicketRow,
    string
  >),
  ...referenceColumns,
};

/** What reads a `TicketView` from `t` joined by `viewJoins`; the properties left out, which may be null, are null. */
export const viewColumnsWithout = (omitted: readonly (keyof TicketRow)[]): string =>
  Object.entries(viewProperties)
    .map(
      ([property, column]) =>
        `${omitted.some((name) => name === property) ? 'NULL' : column} AS "${property}"`,
    )
    .join(', ');

/** What reads a `TicketView` from `t` joined by `viewJoins`. */
export const viewColumns = viewColumnsWithout([]);

/** Copies of people and teams in a ticket's document, beside the ticket `t`. */
export const joinsByAlias = {
  c: 'LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.session_id',
  u: 'LEFT JOIN user_reference u ON u.project_id = t.project_id AND u.id = t.processing_user_id',
  g: 'LEFT JOIN team_reference g ON g.project_id = t.project_id AND g.id = t.processing_team_id',
};

/** All of them. */
export const viewJoins = Object.values(joinsByAlias).join(' ');

/** A ticket, or some of its properties, by column, as `json_populate_record` takes it. */
export const toRecord = (row: Partial<TicketRow>): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const property of properties) {
    const value = row[property];
    if (value !== undefined && value !== null) record[ticketColumns[property]] = value;
  }
  return record;
};
