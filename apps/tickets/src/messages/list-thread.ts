import { projectScope } from '@parley/auth';
import { compilePage, compileSort } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListThreadRequest,
  ListThreadResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { messageFields, messageSortable } from './message.fields';
import { findReplies } from './message.store';
import { messageViews } from './message.view';
import { requireMessage } from './require-message';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** The replies of a message's thread, oldest first unless asked for another order; of a reply those of the thread that it is in. */
export const listThread = async (
  { db }: Pick<Deps, 'db'>,
  { messageId, skip, limit, sort, before, fields }: ListThreadRequest,
  context: CallContext,
): Promise<ListThreadResponse> => {
  const { projectId } = projectScope(context.scope);
  const message = await requireMessage(db, projectId, messageId);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, messageSortable, 'createdAt', messageFields);
  const view = messageViews.of(fields);
  const root = message.replyToId ?? message.id;
  const replies = await findReplies(db, projectId, root, { ...page, before, orderBy }, view);
  return { messages: replies.map(view.present) };
};
