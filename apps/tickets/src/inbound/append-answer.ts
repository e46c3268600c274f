import type { ProjectScope } from '@parley/auth';
import { runTransaction } from '@parley/persistence';
import type { Member } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { prepareMessage, writeMessage, type MessageContent } from '../messages';
import { claim, type EmailWrite } from './append-email';
import type { InboundEmailRow } from './inbound-email.store';

/** A mail by which a member of the team answers. */
interface AnswerWrite extends Pick<EmailWrite, 'email'> {
  scope: ProjectScope;
  context: CallContext;
  content: MessageContent;
  member: Member;
}

/**
 * Adds the public reply of a member to a ticket, which is mailed to its contact like any other. Undefined when the ticket does not take
 * it: it is deleted or merged.
 */
export const appendAnswer = async (
  deps: Deps,
  { scope, context, email, content, member: { id, email: address } }: AnswerWrite,
  ticketId: string,
): Promise<InboundEmailRow | undefined> => {
  const own: ProjectScope = { ...scope, actor: { type: 'user', id, email: address, confirmed: true } };
  const author = await deps.references.author(context, own);
  const message = prepareMessage(deps, content, {
    ...{ scope: own, context, ticketId, author },
    contact: undefined,
    sendToChannel: true,
  });
  const isWritten = await runTransaction(deps.db, async (tx) => {
    const written = await writeMessage(tx, message, { toMerged: false });
    if ('refused' in written) return false;
    await claim(tx, { email }, message);
    return true;
  });
  return isWritten ? { ticketId, messageId: message.insert.row.id } : undefined;
};
