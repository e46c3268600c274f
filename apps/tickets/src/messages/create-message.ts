import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import { isId, isUniqueViolation, runTransaction } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import { type Message } from '@parley/proto/generated/parley/tickets/v1/message';
import {
  type CreateMessageRequest,
  type CreateMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { type Deps } from '../deps';
import { appendRows } from '../events/event.store';
import { type ContactRecord } from '../references/reference.store';
import { ticketNotFound } from '../tickets/ticket.errors';
import { eventHeaders, ticketUpdated } from '../tickets/ticket.events';
import { presentTicket } from '../tickets/ticket.present';
import { existingTickets, getTicket } from '../tickets/ticket.store';
import { type PreparedMessage, prepareMessage, writeMessage, type WrittenMessage } from './add-message';
import { conversationClosed, noteBySession } from './message.errors';
import { readMessage } from './message.input';
import { mutationKey } from './message.insert.store';
import { presentMessage } from './message.present';
import { findByMutation } from './message.store';

const contactOf = async (
  deps: Deps,
  context: CallContext,
  projectId: string,
  session: string | undefined,
): Promise<ContactRecord | undefined> => {
  if (session === undefined) return undefined;
  const contact = (await deps.references.contacts(context, projectId, [session])).get(session);
  if (!contact) throw invalid({ field: 'session', message: 'this project has no such session' });
  return contact;
};

/** A contact's message may wake or reopen its ticket; then, and only then, the ticket tells of a change too. */
const writeByContact = (
  deps: Deps,
  context: CallContext,
  message: PreparedMessage,
): Promise<WrittenMessage | undefined> =>
  runTransaction(deps.db, async (tx) => {
    const written = await writeMessage(tx, message);
    if (!written || written.status === written.statusBefore) return written;
    const { projectId, ticketId } = message.insert.row;
    const ticket = await getTicket(tx, projectId, ticketId);
    if (ticket)
      await appendRows(tx, [ticketUpdated(presentTicket(ticket), ['status'], eventHeaders(context))]);
    return written;
  });

const findEarlier = async (deps: Deps, { insert }: PreparedMessage): Promise<Message | undefined> => {
  const { row, clientMutationId } = insert;
  if (clientMutationId === null) return undefined;
  const earlier = await findByMutation(deps.db, row.projectId, row.ticketId, clientMutationId);
  return earlier && presentMessage(earlier);
};

/** Why a ticket did not take a message. */
const refusal = async (deps: Deps, { insert: { row } }: PreparedMessage): Promise<Error> =>
  (await existingTickets(deps.db, row.projectId, [row.ticketId])).has(row.ticketId)
    ? conversationClosed()
    : ticketNotFound();

const write = async (deps: Deps, context: CallContext, message: PreparedMessage): Promise<Message> => {
  try {
    const written =
      message.insert.kind === 'contact'
        ? await writeByContact(deps, context, message)
        : await writeMessage(deps.db, message);
    if (written) {
      deps.wakeEvents();
      if (written.emailId !== null) deps.wakeMail();
      return written.document;
    }
  } catch (error) {
    if (!isUniqueViolation(error, mutationKey)) throw error;
  }
  const earlier = await findEarlier(deps, message);
  if (earlier) return earlier;
  throw await refusal(deps, message);
};

/** Creates a message: a public reply, a note, or with `session` the contact's own. */
export const createMessage = async (
  deps: Deps,
  request: CreateMessageRequest,
  context: CallContext,
): Promise<CreateMessageResponse> => {
  const scope = projectScope(context.scope);
  if (!isId(request.ticket)) throw ticketNotFound();
  const content = readMessage(request);
  if (content.isNote && request.session !== undefined) throw noteBySession();
  const contact = await contactOf(deps, context, scope.projectId, request.session);
  const author = contact ? undefined : await deps.references.author(context, scope);
  const origin = {
    scope,
    context,
    ticketId: request.ticket,
    contact,
    author,
    sendToChannel: request.sendToChannel !== false,
  };
  return { message: await write(deps, context, prepareMessage(deps, content, origin)) };
};
