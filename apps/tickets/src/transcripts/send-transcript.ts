import { emailDomain } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { conflict, forbidden, limited, notFound } from '@parley/errors';
import { enqueueMail } from '@parley/mail';
import { isId, newId, runTransaction, type Sql } from '@parley/persistence';
import type {
  SendConversationTranscriptRequest,
  SendConversationTranscriptResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type {
  SendTranscriptRequest,
  SendTranscriptResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { lacksContact } from '../core';
import type { Deps } from '../deps';
import { countOwn, findSubject, toTranscriptQueue, type TranscriptSubject } from './transcript.store';

/** Mails with a conversation that a contact may ask for in an hour. */
export const MOST_AN_HOUR = 5;

type Needed = Pick<Deps, 'db' | 'mailFrom' | 'jobs'>;

/** Sends the conversation of a ticket to some addresses, each in a mail of its own. */
export const sendTranscript = async (
  deps: Needed,
  { ticketId, emails }: SendTranscriptRequest,
  context: OnceContext<SendTranscriptResponse>,
): Promise<SendTranscriptResponse> => {
  const { projectId } = projectScope(context.scope);
  const subject = await findSubject(deps.db, projectId, ticketId);
  if (!subject) {
    if (await lacksContact(deps.db, projectId, ticketId)) throw conflict('CONTACT_REQUIRED');
    throw notFound('ticket');
  }
  if (subject.isEmpty) throw conflict('TRANSCRIPT_EMPTY');
  const response = { success: true };
  const addresses = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
  await runTransaction(deps.db, async (tx) => {
    for (const address of addresses)
      await queue(deps, tx, { projectId, ticketId, subject, to: { address }, queueId: ticketId });
    await context.record(tx, response);
  });
  return response;
};

/**
 * Sends a conversation to its contact. A stranger can name any address as a guest, so that a guest's own text is mailed only after
 * a person has answered it.
 */
export const sendConversationTranscript = async (
  deps: Needed,
  { conversationId, contactId }: SendConversationTranscriptRequest,
  context: OnceContext<SendConversationTranscriptResponse>,
): Promise<SendConversationTranscriptResponse> => {
  const { projectId } = projectScope(context.scope);
  const subject = isId(conversationId) ? await findSubject(deps.db, projectId, conversationId) : undefined;
  if (!subject || subject.contactId !== (contactId ?? subject.contactId)) throw notFound('conversation');
  const { email, name, isBlocked, isEmpty, isGuest, isAnswered } = subject;
  if (isBlocked) throw forbidden('CONTACT_BLOCKED');
  if (email === null) throw conflict('ADDRESS_REQUIRED');
  if (isEmpty) throw conflict('TRANSCRIPT_EMPTY');
  if (isGuest && !isAnswered) throw conflict('TRANSCRIPT_UNANSWERED');
  const response = { email: withoutName(email) };
  await runTransaction(deps.db, async (tx) => {
    const { count, secondsLeft } = await countOwn(tx, projectId, subject.contactId);
    if (count >= MOST_AN_HOUR)
      throw limited(`A contact gets at most ${MOST_AN_HOUR} conversations an hour by mail.`, secondsLeft);
    const to = { address: email, ...(name !== null && { name }) };
    await queue(deps, tx, {
      ...{ projectId, ticketId: conversationId, subject, to },
      queueId: subject.contactId,
    });
    await context.record(tx, response);
  });
  return response;
};

/** Enough of an address for its owner to recognise it: answers to a widget have no address of its contact. */
const withoutName = (email: string): string => `${[...email][0] ?? ''}…@${emailDomain(email)}`;

/** Queues a mail without content: it is made of the messages there are when the mail leaves. */
const queue = async (
  { mailFrom }: Needed,
  tx: Sql,
  {
    projectId,
    ticketId,
    subject,
    to,
    queueId,
  }: {
    projectId: string;
    ticketId: string;
    subject: TranscriptSubject;
    to: { address: string; name?: string };
    queueId: string;
  },
): Promise<void> => {
  const id = newId();
  await enqueueMail(tx, {
    id: `transcript:${id}`,
    projectId,
    aggregateId: toTranscriptQueue(queueId),
    mail: {
      messageId: `transcript.${id}@${emailDomain(mailFrom)}`,
      from: { address: mailFrom },
      to,
      recipient: subject.contactId,
      subject: '',
      text: '',
      // Asks other programs not to answer (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      transcriptOf: ticketId,
    },
  });
};
