import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CheckMessageRequest,
  CheckMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { messageExists } from './message.store';

/** 404 unless the project has such a message. */
export const checkMessage = async (
  { db }: Pick<Deps, 'db'>,
  { messageId }: CheckMessageRequest,
  context: CallContext,
): Promise<CheckMessageResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(messageId) || !(await messageExists(db, projectId, messageId))) throw notFound('message');
  return {};
};
