import type { FieldMap, SortFields } from '@parley/persistence';

/** What lists of messages filter by, over the alias `m`. */
export const messageFields: FieldMap = {
  id: { column: 'm.id', type: 'id' },
  ticket: { column: 'm.ticket_id', type: 'id' },
  type: { column: 'm.type', type: 'text' },
  isNote: { column: 'm.is_note', type: 'boolean' },
  bot: { column: 'm.bot', type: 'boolean' },
  user: { column: 'm.user_id', type: 'id' },
  session: { column: 'm.session_id', type: 'id' },
  replyTo: { column: 'm.reply_to_id', type: 'id' },
  isReply: { column: '(m.reply_to_id IS NOT NULL)', type: 'boolean' },
  index: { column: 'm.index', type: 'integer' },
  status: { column: "(m.status #>> '{}')", type: 'text' },
  rating: { column: 'm.rating', type: 'text' },
  outbound: { column: 'm.outbound', type: 'text' },
  emailId: { column: 'm.email_id', type: 'text' },
  plainContent: { column: 'm.plain_content', type: 'text' },
  threadCount: { column: 'm.thread_count', type: 'integer' },
  'data.clientMutationId': { column: 'm.client_mutation_id', type: 'text' },
  createdAt: { column: 'm.created_at', type: 'date' },
  updatedAt: { column: 'm.updated_at', type: 'date' },
  editedAt: { column: 'm.edited_at', type: 'date' },
};

/** Sort keys that indexes have in another way. The order by creation is the order by id. */
export const messageSortable: SortFields = {
  createdAt: 'm.id',
  index: 'm.index',
};
