import { forbidden, notFound } from '@parley/errors';
import { eventHeaders } from '@parley/rpc';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { runTransaction } from '@parley/persistence';
import { isEmptyRichText, normalizeRichText, readMarkdown, type RichText } from '@parley/rich-text';
import type { Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import type { OpenedConversation } from '@parley/proto/generated/parley/tickets/v1/events';
import type {
  CreateConversationRequest,
  CreateConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { botState, type TicketView, isSessionGone, readConversation } from '../core';
import type { Deps } from '../deps';
import { type PreparedMessage, writeMessage, tellOfContactMessage, holdWriter } from '../messages';
import { announceTicket, prepareTicket, insertTickets } from '../tickets';
import { checkMutationId, checkTitle, writeAttributes } from './conversation.input';
import { type ContactWords, prepareWords, readWords, requireContact } from './send-conversation-message';

const TYPE = 'INQUIRY';

const firstText = async ({
  comment,
  markdownComment,
}: CreateConversationRequest): Promise<RichText | undefined> => {
  let document: RichText | null = null;
  if (markdownComment !== undefined) document = await readMarkdown(markdownComment);
  else if (comment !== undefined && comment !== null) document = normalizeRichText(comment, 'message');
  return document === null || isEmptyRichText(document) ? undefined : document;
};

/** Refuses invalid content of a new conversation: 400 and 413. Answers its first message; undefined without one. */
const checkWords = async (request: CreateConversationRequest): Promise<ContactWords | undefined> => {
  const { title, attributes, attachments, clientMutationId } = request;
  if (title !== undefined && title !== '') checkTitle(title);
  checkMutationId(clientMutationId);
  if (attributes) writeAttributes({ attributes: {}, visible: [] }, attributes);
  const comment = await firstText(request);
  if (comment === undefined && attachments.length === 0) return undefined;
  const words = { comment, markdownComment: undefined, attachments, clientMutationId };
  await readWords(words);
  return words;
};

const makeTicket = (
  deps: Deps,
  context: OnceContext<CreateConversationResponse>,
  { contactId, channel, title, attributes, ...request }: CreateConversationRequest,
): Promise<TicketView> => {
  const { workflowId, agentId } = request;
  const scope = { ...projectScope(context.scope), actor: { type: 'contact' as const, id: contactId } };
  const written = attributes && writeAttributes({ attributes: {}, visible: [] }, attributes);
  const patch = {
    columns: {
      sessionId: contactId,
      noHumanInteraction: true,
      ...(title !== undefined && title !== '' && { title }),
      ...(written && { visibleAttributes: written.visible }),
    },
    extra: {
      channel: { type: channel },
      ...((workflowId !== undefined || agentId !== undefined) && {
        bot: botState({
          active: true,
          workflow: workflowId,
          agent: agentId,
          name: request.agentName,
          avatar: request.agentAvatar,
        }),
      }),
      ...(written && written.visible.length > 0 && { attributes: written.attributes }),
    },
    logs: {},
  };
  // Without a message no contact waits for an answer.
  return prepareTicket(deps, context, scope, patch, { defaultType: TYPE, startsSla: false });
};

const store = (
  { db }: Pick<Deps, 'db'>,
  context: OnceContext<CreateConversationResponse>,
  view: TicketView,
  { message, opened }: { message: PreparedMessage | undefined; opened: OpenedConversation },
): Promise<Conversation> =>
  runTransaction(db, async (tx) => {
    const { projectId, id } = view;
    await holdWriter(tx, projectId, view.sessionId ?? '');
    const events = announceTicket(view, eventHeaders(context), opened);
    await insertTickets(tx, projectId, [{ row: view, events }]);
    if (message) {
      const written = await writeMessage(tx, message);
      if ('refused' in written) throw new Error(`The new ticket ${id} is gone`);
      await tellOfContactMessage(tx, context, message, written);
    }
    const conversation = await readConversation(tx, projectId, { conversationId: id });
    await context.record(tx, { conversation });
    return conversation;
  });

/**
 * Opens a conversation of a contact, with its first message when there is one. Until a person takes part, it is in no
 * list of the contact. 404 without such a contact, 403 when it is blocked.
 */
export const createConversation = async (
  deps: Deps,
  request: CreateConversationRequest,
  context: OnceContext<CreateConversationResponse>,
): Promise<Partial<CreateConversationResponse>> => {
  const words = await checkWords(request);
  if (request.checkOnly) return {};
  const contact = await requireContact(deps, context, projectScope(context.scope), request.contactId);
  if (contact.blocked) throw forbidden('CONTACT_BLOCKED');
  const view = await makeTicket(deps, context, request);
  const message = words && (await prepareWords(deps, context, { ticketId: view.id, contact }, words));
  try {
    const { channel, workflowId, agentId, runId } = request;
    const opened = { channel, workflowId, agentId, runId };
    const conversation = await store(deps, context, view, { message, opened });
    deps.wakeEvents();
    return { conversation };
  } catch (error) {
    throw isSessionGone(error) ? notFound('contact') : error;
  }
};
