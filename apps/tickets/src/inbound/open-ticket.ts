import { eventHeaders } from '@parley/rpc';
import { runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { writeMessage, tellOfContactMessage } from '../messages';
import { type ContactRecord, holdContact, readTicketInput, type TicketPatch } from '../core';
import { announceTicket, linkTickets, prepareTicket, insertTickets } from '../tickets';
import { claim, type EmailWrite, holdParticipants, prepareEmail, SenderBlocked } from './append-email';
import { EMAIL_CHANNEL } from './email-content';
import type { MailRouteMailbox } from './mail-route';
import type { InboundEmailRow } from './inbound-email.store';

/** What makes a mail a ticket. */
export interface NewThread {
  contact: ContactRecord;
  /** Conversation that was closed for the contact, which this one goes on from. */
  closedTicketId: string | undefined;
  /** Whether a person wrote directly, who may be answered by a machine. */
  mayBeAnswered: boolean;
  /** The mailbox that got the mail, by which replies leave. */
  mailbox: MailRouteMailbox | undefined;
}

/** Ends the opening of a ticket when one of its participants was deleted or blocked in between. */
export class ParticipantGone extends Error {
  override readonly name = 'ParticipantGone';
}

const buildPatch = (
  { email, participants }: EmailWrite,
  { contact, closedTicketId, mayBeAnswered, mailbox }: NewThread,
): TicketPatch => {
  const { columns, ...free } = readTicketInput({
    ...(email.subject !== '' && { title: email.subject }),
    channel: { type: EMAIL_CHANNEL },
    ...(!mayBeAnswered && { preventAutoReply: true }),
    ...(closedTicketId !== undefined && { linkedTickets: [closedTicketId] }),
  });
  const ids = participants.map(({ id }) => id);
  return {
    ...free,
    extra: {
      ...free.extra,
      ...(mailbox && { mailbox: { id: mailbox.id, address: mailbox.address } }),
      ...(ids.length > 0 && { participants: ids }),
    },
    columns: {
      ...columns,
      sessionIds: ids,
      ...(mailbox?.team !== undefined && { processingTeamId: mailbox.team }),
      sessionId: contact.id,
      notificationsUnread: true,
    },
  };
};

/** Opens a ticket with a mail as its first message. */
export const openTicket = async (
  deps: Deps,
  write: EmailWrite,
  thread: NewThread,
): Promise<InboundEmailRow> => {
  const { context, contact } = { ...write, contact: thread.contact };
  const scope = { ...write.scope, actor: { type: 'contact' as const, id: contact.id } };
  const origin = { defaultType: 'INQUIRY', startsSla: true };
  const prepared = await prepareTicket(deps, context, scope, buildPatch(write, thread), origin);
  const view = { ...prepared, participants: [...write.participants] };
  const message = prepareEmail(deps, { ...write, scope, contact }, view.id);
  const headers = eventHeaders(context);
  const opened = thread.mayBeAnswered ? { channel: EMAIL_CHANNEL } : undefined;
  await runTransaction(deps.db, async (tx) => {
    if ((await holdContact(tx, view.projectId, contact.id))?.blocked) throw new SenderBlocked();
    const held = await holdParticipants(tx, write);
    if (held.participants.length < write.participants.length) throw new ParticipantGone();
    await insertTickets(tx, view.projectId, [{ row: view, events: announceTicket(view, headers, opened) }]);
    await linkTickets(tx, headers, view, { before: [], now: view.createdAt });
    const written = await writeMessage(tx, message);
    if ('refused' in written) throw new Error(`The new ticket ${view.id} is gone`);
    await tellOfContactMessage(tx, context, message, written);
    await claim(tx, write, message);
  });
  return { ticketId: view.id, messageId: message.insert.row.id };
};
