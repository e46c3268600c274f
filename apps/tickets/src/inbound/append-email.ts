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
  addParticipants,
  holdContacts,
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
  /** Contacts in To and Cc. */
  participants: readonly ContactRecord[];
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
  { email }: Pick<EmailWrite, 'email'>,
  { insert: { row } }: PreparedMessage,
): Promise<void> => {
  const { projectId, ticketId, id: messageId, createdAt: at } = row;
  if (!(await insertReceived(tx, projectId, email, { ticketId, messageId, at }))) throw new AlreadyReceived();
};

/** Who got a mail of a ticket and answered gets its mails from then on, and so do the people in To and Cc of the answer. */
const join = async (
  tx: Sql,
  { context, contact, participants }: EmailWrite,
  { insert: { row } }: PreparedMessage,
): Promise<void> => {
  const ticket = await lockTicket(tx, row.projectId, row.ticketId);
  if (!ticket || !contact) return;
  const { changes, shown } = addParticipants(ticket, [contact, ...participants]);
  const actor = historyActor({ type: 'contact', id: contact.id });
  await saveTicket(tx, ticket, changes, { actor, now: row.createdAt, headers: eventHeaders(context) }, shown);
};

/** The write with those participants alone who are not deleted or blocked before the transaction ends. */
export const holdParticipants = async (tx: Sql, write: EmailWrite): Promise<EmailWrite> => {
  const { participants, scope } = write;
  const ids = participants.map(({ id }) => id);
  const held = await holdContacts(tx, scope.projectId, ids);
  return { ...write, participants: participants.filter(({ id }) => held.has(id)) };
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
    const held = await holdParticipants(tx, write);
    const written = await writeMessage(tx, message, { toMerged: false });
    if ('refused' in written) return false;
    if (write.contact) {
      await tellOfContactMessage(tx, write.context, message, written);
      await join(tx, held, message);
    }
    await claim(tx, write, message);
    return true;
  });
  return isWritten ? { ticketId, messageId: message.insert.row.id } : undefined;
};
