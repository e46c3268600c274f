import { projectScope } from '@parley/auth';
import { invalidQuery, isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CountUnreadConversationsRequest,
  CountUnreadConversationsResponse,
  ListConversationsRequest,
  ListConversationsResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { countUnreadConversations as countUnread, findConversations, presentAll } from '../core';

/** Most conversations, or messages, of one answer, and the default number. */
export const PAGE = { default: 50, max: 100 } as const;

/** How many to answer. */
export const pageSize = (limit: number): number => (limit <= 0 ? PAGE.default : Math.min(limit, PAGE.max));

/** The conversations of a contact, newest activity first. */
export const listConversations = async (
  { db }: Pick<Deps, 'db'>,
  { contactId, status, skip, limit }: ListConversationsRequest,
  context: CallContext,
): Promise<ListConversationsResponse> => {
  const { projectId } = projectScope(context.scope);
  if (status !== undefined && status !== 'open' && status !== 'closed')
    throw invalidQuery('status', 'Use open or closed.');
  if (!isId(contactId)) return { conversations: [] };
  const isClosed = status === undefined ? undefined : status === 'closed';
  const query = { contactId, isClosed, skip: Math.max(skip, 0), limit: pageSize(limit) };
  const rows = await findConversations(db, projectId, query);
  return { conversations: await presentAll(db, projectId, rows) };
};

/** How many of those have something unread. */
export const countUnreadConversations = async (
  { db }: Pick<Deps, 'db'>,
  { contactId }: CountUnreadConversationsRequest,
  context: CallContext,
): Promise<CountUnreadConversationsResponse> => {
  const { projectId } = projectScope(context.scope);
  return { count: isId(contactId) ? await countUnread(db, projectId, contactId) : 0 };
};
