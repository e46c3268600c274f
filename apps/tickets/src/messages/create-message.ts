import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type {
  CreateMessageRequest,
  CreateMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { type ContactRecord, sessionGone } from '../core';
import { type PreparedMessage, prepareMessage } from './add-message';
import { findCopied } from './copy-to-participants';
import { conversationClosed, noteBySession } from './message.errors';
import { readMessage } from './message.input';
import { readRecipients } from './reply-recipients';
import { keyed, writeOnce } from './write-once';
import { writeByContact, writeByTeam } from './write-through';

const findContact = async (
  deps: Deps,
  context: CallContext,
  projectId: string,
  session: string | undefined,
): Promise<ContactRecord | undefined> => {
  if (session === undefined) return undefined;
  const contact = (await deps.references.contacts(context, projectId, [session])).get(session);
  if (!contact) throw sessionGone();
  return contact;
};

const write = async (
  deps: Deps,
  context: CallContext,
  message: PreparedMessage,
  copied: readonly ContactRecord[],
): Promise<Message> => {
  const outcome = await writeOnce(deps, message, () =>
    message.insert.kind === 'contact'
      ? writeByContact(deps, context, message)
      : writeByTeam(deps, context, message, copied),
  );
  if ('written' in outcome) return outcome.written;
  throw outcome.refused === 'closed' ? conversationClosed() : notFound('ticket');
};

/** Creates a message: a public reply, a note, or with `session` the contact's own. */
export const createMessage = async (
  deps: Deps,
  request: CreateMessageRequest,
  context: CallContext,
): Promise<CreateMessageResponse> => {
  const scope = projectScope(context.scope);
  if (!isId(request.ticket)) throw notFound('ticket');
  const content = keyed(await readMessage(request), context);
  if (content.isNote && request.session !== undefined) throw noteBySession();
  const recipients = readRecipients(request, content);
  const contact = await findContact(deps, context, scope.projectId, request.session);
  const promisedSla = contact && (await deps.serviceLevels.of(context, scope.projectId, contact));
  const author = contact ? undefined : await deps.references.author(context, scope);
  const origin = {
    scope,
    context,
    ticketId: request.ticket,
    contact,
    promisedSla,
    author,
    sendToChannel: request.sendToChannel !== false,
    recipients,
  };
  const copied = await findCopied(deps, context, scope.projectId, recipients);
  return { message: await write(deps, context, prepareMessage(deps, content, origin), copied) };
};
