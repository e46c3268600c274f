import type { ProjectScope } from '@parley/auth';
import type { ReceivedEmail } from '@parley/inbound-mail';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  historyActor,
  type ContactRecord,
  holdContact,
  saveTicket,
  compare,
  MAX_REFERENCES,
  lockTicket,
} from '../core';
import {
  type PreparedMessage,
  prepareMessage,
  writeMessage,
  tellOfContactMessage,
  type MessageContent,
} from '../messages';
import { type InboundEmailRow, insertReceived } from './inbound-email.store';

/** The rows of a received mail, and their owner. */
export interface EmailWrite {
  scope: ProjectScope;
  context: CallContext;
  email: ReceivedEmail;
  content: MessageContent;
  /** The author; undefined for a note. */
  contact: ContactRecord | undefined;
  /** Minutes to an answer that are promised to the contact. */
  promisedSla?: number | undefined;
}

/** Ends a transaction with a mail that another process has received in between. */
export class AlreadyReceived extends Error {
  override readonly name = 'AlreadyReceived';
}

/** Ends the delivery of a mail from a blocked sender. */
export class SenderBlocked extends Error {
  override readonly name = 'SenderBlocked';
}

/** Prepares the message of a mail. */
export const prepareEmail = (
  deps: Pick<Deps, 'clock' | 'mailFrom' | 'missedMailDelaySeconds'>,
  { scope, context, email, content, contact, promisedSla }: EmailWrite,
  ticketId: string,
): PreparedMessage =>
  prepareMessage(deps, content, {
    scope,
    context,
    ticketId,
    contact,
    promisedSla,
    author: undefined,
    sendToChannel: false,
    ...(email.messageId !== undefined && { emailId: email.messageId }),
  });

/** Remembers that a mail was received, in the transaction of its message. Throws `AlreadyReceived`. */
export const claim = async (
  tx: Sql,
  { email }: EmailWrite,
  { insert: { row } }: PreparedMessage,
): Promise<void> => {
  const { projectId, ticketId, id: messageId, createdAt: at } = row;
  if (!(await insertReceived(tx, projectId, email, { ticketId, messageId, at }))) throw new AlreadyReceived();
};

/** Someone who got a mail of a ticket and answered belongs to its contacts from then on. */
const join = async (
  tx: Sql,
  { context, contact }: EmailWrite,
  { insert: { row } }: PreparedMessage,
): Promise<void> => {
  const ticket = await lockTicket(tx, row.projectId, row.ticketId);
  if (!ticket || !contact || ticket.sessionId === contact.id || ticket.sessionIds.includes(contact.id))
    return;
  if (ticket.sessionIds.length >= MAX_REFERENCES) return;
  const changes = compare(ticket, { sessionIds: [...ticket.sessionIds, contact.id] });
  const actor = historyActor({ type: 'contact', id: contact.id });
  await saveTicket(tx, ticket, changes, { actor, now: row.createdAt, headers: eventHeaders(context) });
};

/**
 * Adds the message of a mail to a ticket: its contact's own, or without one a note. Undefined when the ticket does not
 * take it: it is gone, merged, or closed for its contact, or the contact is gone.
 */
export const appendEmail = async (
  deps: Deps,
  write: EmailWrite,
  ticketId: string,
): Promise<InboundEmailRow | undefined> => {
  const { context, scope, contact } = write;
  const promisedSla = contact && (await deps.serviceLevels.of(context, scope.projectId, contact));
  const message = prepareEmail(deps, { ...write, promisedSla }, ticketId);
  const isWritten = await runTransaction(deps.db, async (tx) => {
    if (contact) {
      const held = await holdContact(tx, scope.projectId, contact.id);
      if (!held) return false;
      if (held.blocked) throw new SenderBlocked();
    }
    const written = await writeMessage(tx, message, { toMerged: false });
    if ('refused' in written) return false;
    if (write.contact) {
      await tellOfContactMessage(tx, write.context, message, written);
      await join(tx, write, message);
    }
    await claim(tx, write, message);
    return true;
  });
  return isWritten ? { ticketId, messageId: message.insert.row.id } : undefined;
};
