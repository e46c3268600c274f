import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type {
  GetBotConversationRequest,
  GetBotConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import type { CallContext } from '@parley/rpc';
import { priorityName, getTicket } from '../core';
import type { Deps } from '../deps';

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** What bots go by. 404 `conversation_not_found` for what no contact sees. */
export const getBotConversation = async (
  { db }: Pick<Deps, 'db'>,
  { conversationId }: GetBotConversationRequest,
  { scope }: CallContext,
): Promise<GetBotConversationResponse> => {
  const { projectId } = projectScope(scope);
  const row = isId(conversationId) ? await getTicket(db, projectId, conversationId) : undefined;
  if (!row || row.sessionId === null || row.hidden) throw notFound('conversation');
  return {
    contactId: row.sessionId,
    title: row.title ?? undefined,
    status: row.status,
    priority: priorityName(row.priority),
    type: row.type,
    tags: row.tags,
    attributes: asObject(row.extra['attributes']),
    closed: row.conversationClosed || row.duplicateOfId !== null,
  };
};
