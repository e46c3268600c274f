import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CreateThreadReplyRequest,
  CreateThreadReplyResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { type PreparedMessage, prepareMessage, writeMessage, type WrittenMessage } from './add-message';
import { addToThread } from './message.change.store';
import type { Refused } from '../core';
import { readMessage } from './message.input';
import { requireMessage } from './require-message';
import { keyed, writeOnce } from './write-once';

const writeReply = (
  { db }: Pick<Deps, 'db'>,
  message: PreparedMessage,
  rootId: string,
): Promise<WrittenMessage | Refused> =>
  runTransaction(db, async (tx) => {
    const { projectId, ticketId } = message.insert.row;
    const written = await writeMessage(tx, message);
    // The message may have been deleted since it was looked up; then nothing of the reply is kept.
    if ('document' in written && !(await addToThread(tx, { projectId, id: rootId, ticketId })))
      throw notFound('message');
    return written;
  });

/** Replies in the thread of a message, as a note; to a reply in the thread that it is in. */
export const createThreadReply = async (
  deps: Deps,
  { messageId, comment, markdownComment, data, attachments, clientMutationId }: CreateThreadReplyRequest,
  context: CallContext,
): Promise<CreateThreadReplyResponse> => {
  const scope = projectScope(context.scope);
  const parent = await requireMessage(deps.db, scope.projectId, messageId);
  const replyToId = parent.replyToId ?? parent.id;
  const sent = await readMessage({
    comment,
    markdownComment,
    attachments,
    data: { ...(clientMutationId !== undefined && { clientMutationId }), ...data },
    isNote: true,
  });
  const message = prepareMessage(deps, keyed(sent, context), {
    scope,
    context,
    ticketId: parent.ticketId,
    contact: undefined,
    author: await deps.references.author(context, scope),
    sendToChannel: false,
    replyToId,
  });
  const outcome = await writeOnce(deps, message, () => writeReply(deps, message, replyToId));
  if ('refused' in outcome) throw notFound('message');
  return { message: outcome.written };
};
