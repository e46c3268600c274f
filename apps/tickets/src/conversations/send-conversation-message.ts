import { type ProjectScope, projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  SendConversationMessageRequest,
  SendConversationMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import {
  type PreparedMessage,
  prepareMessage,
  conversationClosed,
  type MessageContent,
  readMessage,
  requireMessage,
  keyed,
  writeOnce,
  writeByContact,
} from '../messages';
import { type ContactRecord, presentConversationMessage, demandConversation } from '../core';
import { checkMutationId } from './conversation.input';

/** The contact of a conversation. 404 when the project has it no more. */
export const requireContact = async (
  { references }: Pick<Deps, 'references'>,
  context: CallContext,
  { projectId }: Pick<ProjectScope, 'projectId'>,
  id: string,
): Promise<ContactRecord> => {
  const contact = (await references.contacts(context, projectId, [id])).get(id);
  if (!contact) throw notFound('contact');
  return contact;
};

/** The fields of a contact's message. */
export type ContactWords = Pick<
  SendConversationMessageRequest,
  'comment' | 'markdownComment' | 'attachments' | 'clientMutationId'
>;

/** Reads a contact's message: 400 for invalid content, 413 for too much. */
export const readWords = async ({
  comment,
  markdownComment,
  attachments,
  clientMutationId,
}: ContactWords): Promise<MessageContent> => {
  checkMutationId(clientMutationId);
  return readMessage({
    comment,
    markdownComment,
    attachments,
    ...(clientMutationId !== undefined && { data: { clientMutationId } }),
  });
};

/** Prepares a contact's message; nothing is written. */
export const prepareWords = async (
  deps: Deps,
  context: CallContext,
  { ticketId, contact }: { ticketId: string; contact: ContactRecord },
  words: ContactWords,
): Promise<PreparedMessage> => {
  const scope = projectScope(context.scope);
  const content = await readWords(words);
  return prepareMessage(deps, keyed(content, context), {
    scope,
    context,
    ticketId,
    contact,
    promisedSla: await deps.serviceLevels.of(context, scope.projectId, contact),
    author: undefined,
    sendToChannel: false,
  });
};

/** Adds a message of the contact to its conversation, through all that a contact's message runs. */
export const sendConversationMessage = async (
  deps: Deps,
  request: SendConversationMessageRequest,
  context: CallContext,
): Promise<SendConversationMessageResponse> => {
  const scope = projectScope(context.scope);
  const writer = demandConversation(
    await deps.conversationWriters.find(scope.projectId, request.conversationId),
    request,
  );
  const { id, contactId } = writer;
  const contact = writer.contact ?? (await requireContact(deps, context, scope, contactId));
  const message = await prepareWords(deps, context, { ticketId: id, contact }, request);
  const outcome = await writeOnce(deps, message, () =>
    writeByContact(deps, context, message, { toMerged: false }),
  );
  if ('refused' in outcome)
    throw outcome.refused === 'gone' ? notFound('conversation') : conversationClosed();
  const { written } = outcome;
  const view =
    written.id === message.view.id
      ? message.view
      : await requireMessage(deps.db, scope.projectId, written.id);
  // Something the contact may not see, such as a note, is never its answer.
  if (view.sessionId !== contactId)
    throw invalid({
      field: 'clientMutationId',
      message: 'is in use for another message of the conversation',
    });
  return { message: presentConversationMessage(view, { conversationId: id, contactId }) };
};
