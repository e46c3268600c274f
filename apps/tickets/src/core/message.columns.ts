import { FAQ_SUGGESTION, type MessageRow, type MessageView } from './message';

/** Column of every property of a stored message. */
export const messageColumns: Readonly<Record<keyof MessageRow, string>> = {
  projectId: 'project_id',
  id: 'id',
  organisationId: 'organisation_id',
  ticketId: 'ticket_id',
  index: 'index',
  type: 'type',
  isNote: 'is_note',
  bot: 'bot',
  userId: 'user_id',
  sessionId: 'session_id',
  content: 'content',
  plainContent: 'plain_content',
  data: 'data',
  attachments: 'attachments',
  actions: 'actions',
  channel: 'channel',
  replyToId: 'reply_to_id',
  fallbackUser: 'fallback_user',
  reactions: 'reactions',
  threadCount: 'thread_count',
  rating: 'rating',
  status: 'status',
  statusHistory: 'status_history',
  outbound: 'outbound',
  emailId: 'email_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  contactUpdatedAt: 'contact_updated_at',
  editedAt: 'edited_at',
  delivery: 'delivery',
};

const properties = Object.keys(messageColumns) as (keyof MessageRow)[];

const authorColumns: Readonly<Record<Exclude<keyof MessageView, keyof MessageRow>, string>> = {
  userFirstName: 'u.first_name',
  userLastName: 'u.last_name',
  userEmail: 'u.email',
  userPicture: 'u.profile_image_url',
  userType: 'u.user_type',
  sessionName: 'c.name',
  sessionEmail: 'c.email',
  sessionAvatar: 'c.avatar',
};

/** The SQL of every property of a `MessageView`, over `m` joined by `messageJoinsByAlias`. */
export const messageViewProperties: Readonly<Record<keyof MessageView, string>> = {
  ...(Object.fromEntries(properties.map((property) => [property, `m.${messageColumns[property]}`])) as Record<
    keyof MessageRow,
    string
  >),
  ...authorColumns,
};

/** What reads a `MessageView` from `m` joined by `messageJoins`. */
export const messageViewColumns = Object.entries(messageViewProperties)
  .map(([property, column]) => `${column} AS "${property}"`)
  .join(', ');

/** The author columns of a message's document, beside the message `m`. */
export const messageJoinsByAlias = {
  u: 'LEFT JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id',
  c: 'LEFT JOIN contact_reference c ON c.project_id = m.project_id AND c.id = m.session_id',
};

/** All of them. */
export const messageJoins = Object.values(messageJoinsByAlias).join(' ');

/** A message by column, as `json_populate_record` takes it. */
export const toMessageRecord = (row: MessageRow): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const property of properties) {
    const value = row[property];
    if (value !== undefined && value !== null) record[messageColumns[property]] = value;
  }
  return record;
};

/** SQL that holds for the messages `m` of a kind, by the rules of `messageKind`. */
export const isOfKind = {
  reply: `m.session_id IS NULL AND NOT m.is_note AND m.reply_to_id IS NULL AND m.type <> '${FAQ_SUGGESTION}'`,
  contact: 'm.session_id IS NOT NULL AND m.reply_to_id IS NULL',
  note: 'm.is_note AND m.session_id IS NULL AND m.reply_to_id IS NULL',
} as const;
