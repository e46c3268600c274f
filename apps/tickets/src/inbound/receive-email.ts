import { type ProjectScope, projectScope } from '@parley/auth';
import { unavailable } from '@parley/errors';
import {
  answersAutomatically,
  emailKind,
  type EmailKind,
  type MailAuthentication,
  readAuthenticationResults,
  readEmail,
  readEmailBody,
  refusesAutoReply,
  type ReceivedEmail,
  chooseSender,
  unreadable,
} from '@parley/inbound-mail';
import type { MailAddress } from '@parley/mail';
import { isConnectionFailure } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Member } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type {
  ReceiveEmailRequest,
  ReceiveEmailResponse,
} from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import type { Deps } from '../deps';
import { receiveReport } from '../deliveries';
import { ensureContact } from '../references';
import { isLinkGone, isSessionGone } from '../core';
import { AlreadyReceived, appendEmail, SenderBlocked } from './append-email';
import { answerContent } from './answer-content';
import { appendAnswer } from './append-answer';
import { emailComment, emailContent, type EmailSource } from './email-content';
import { findAnsweringMember } from './find-member';
import { findParticipants } from './find-participants';
import { findThread, type Thread } from './find-thread';
import { findMailboxes, isFromMailbox } from './find-mailboxes';
import { findReceived, type InboundEmailRow } from './inbound-email.store';
import type { MailRoute, MailRouteMailbox } from './mail-route';
import { openTicket, ParticipantGone } from './open-ticket';
import { storeParts } from './store-parts';

/** How often a mail searches for its ticket again, when that was merged, closed or deleted in between. */
const MAX_ATTEMPTS = 5;

/** A mail on its way to a ticket. */
interface Delivery {
  scope: ProjectScope;
  context: CallContext;
  email: ReceivedEmail;
  sender: MailAddress;
  kind: EmailKind;
  authentication: MailAuthentication | undefined;
  /** Addresses in it that are ours. */
  ownAddresses: ReadonlySet<string>;
  /** The mailbox that got it. */
  mailbox: MailRouteMailbox | undefined;
  /** The member of the team who answers by it. */
  member: Member | undefined;
}

type Outcome = InboundEmailRow & { status: 'created' | 'appended' };

const answer = (status: string, kind: EmailKind, made?: InboundEmailRow): ReceiveEmailResponse => ({
  status,
  ticket: made?.ticketId,
  message: made?.messageId,
  reason: kind === 'person' ? undefined : kind,
});

const ignoredBlocked: ReceiveEmailResponse = {
  status: 'ignored',
  ticket: undefined,
  message: undefined,
  reason: 'blocked',
};

/** Whether a machine wrote it: it is no news of the conversation and expects no answer. */
const isMachine = (kind: EmailKind): boolean => kind === 'auto_reply' || kind === 'automatic';

const resolveThread = (
  deps: Deps,
  { scope, context, email, sender, authentication }: Omit<Delivery, 'member'>,
): Promise<Thread | undefined> =>
  findThread(deps, context, scope.projectId, {
    email,
    sender,
    isForged: authentication?.isForged ?? false,
  });

const resolveContact = (
  deps: Deps,
  { scope, context, sender: { address, name } }: Delivery,
  thread?: Thread,
) => thread?.contact ?? ensureContact(deps, context, scope.projectId, { email: address, name });

/** Writes a mail to its ticket or to a new one; undefined when the ticket changed in between. */
const write = async (
  deps: Deps,
  delivery: Delivery,
  source: EmailSource,
  thread: Thread | undefined,
): Promise<Outcome | undefined> => {
  const { kind, email, authentication, member } = delivery;
  if (member && thread) {
    const answered = { ...delivery, member, content: await answerContent(source, thread.ticket.id) };
    const made = await appendAnswer(deps, answered, thread.ticket.id);
    return made && { status: 'appended', ...made };
  }
  const isNote = thread !== undefined && isMachine(kind);
  const content = await emailContent(source, { isNote });
  // Answers to a forged mail would go to the people that its forger names.
  const namesPeople = kind === 'person' && !authentication?.isForged;
  const participants = namesPeople ? await findParticipants(deps, delivery, thread?.ticket) : [];
  if (thread && (isNote || !thread.ticket.conversationClosed)) {
    const contact = isNote ? undefined : await resolveContact(deps, delivery, thread);
    const made = await appendEmail(deps, { ...delivery, content, contact, participants }, thread.ticket.id);
    return made && { status: 'appended', ...made };
  }
  const contact = await resolveContact(deps, delivery, thread);
  const made = await openTicket(
    deps,
    { ...delivery, content, contact, participants },
    {
      contact,
      closedTicketId: thread?.ticket.id,
      mayBeAnswered: kind === 'person' && !refusesAutoReply(email),
      mailbox: delivery.mailbox,
    },
  );
  return { status: 'created', ...made };
};

const deliver = async (
  deps: Deps,
  delivery: Delivery,
  source: EmailSource,
  found: Thread | undefined,
): Promise<Outcome> => {
  let thread = found;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      const outcome = await write(deps, delivery, source, thread);
      if (outcome) return outcome;
    } catch (error) {
      // Deleted while the ticket was being written: the contact is created again, the closed ticket is not linked.
      const isGone = isSessionGone(error) || isLinkGone(error) || error instanceof ParticipantGone;
      if (!isGone) throw error;
    }
    thread = await resolveThread(deps, delivery);
  }
  throw unavailable('The ticket of the mail keeps changing. Send the mail again.');
};

/** Keeps the files of a mail and delivers it. Files of a mail that was not delivered do not stay. */
const deliverWithFiles = async (
  deps: Deps,
  delivery: Delivery,
  thread: Thread | undefined,
): Promise<ReceiveEmailResponse> => {
  const { scope, email, sender, kind, authentication } = delivery;
  const body = await readEmailBody(email);
  const isQuoted = (id: string | undefined): boolean => id !== undefined && body.quotedPictures.has(id);
  const parts = [...email.parts.filter(({ contentId }) => !isQuoted(contentId)), ...body.embedded];
  const stored = await storeParts(deps, scope.projectId, parts, body.shown);
  try {
    const comment = await emailComment(email, body, stored);
    const source = { email, sender, kind, authentication, body, stored, comment };
    const { status, ...made } = await deliver(deps, delivery, source, thread);
    deps.wakeEvents();
    return answer(status, kind, made);
  } catch (error) {
    // Whether the message was written is not known when the connection broke: then the files stay.
    if (!isConnectionFailure(error)) await stored.discard();
    if (error instanceof SenderBlocked) return ignoredBlocked;
    if (!(error instanceof AlreadyReceived)) throw error;
    return answer('duplicate', kind, await findReceived(deps.db, scope.projectId, email));
  }
};

/** A report opens no ticket. One about nothing of ours is dropped. */
const receiveReported = async (
  deps: Deps,
  { projectId }: ProjectScope,
  context: CallContext,
  { report }: ReceivedEmail,
): Promise<ReceiveEmailResponse> => {
  const bounce = report && (await receiveReport(deps, { projectId, report, headers: eventHeaders(context) }));
  deps.countReport(bounce ? 'bounce' : 'report');
  if (!bounce) return answer('ignored', 'report');
  return { status: 'ignored', ticket: bounce.ticketId, message: bounce.messageId, reason: 'bounce' };
};

const receive = async (
  deps: Deps,
  { mime }: ReceiveEmailRequest,
  context: CallContext,
  route: MailRoute | undefined,
): Promise<ReceiveEmailResponse> => {
  const scope = projectScope(context.scope);
  const read = await readEmail(mime);
  const email = route ? { ...read, recipients: [...route.recipients, ...read.recipients] } : read;
  const kind = emailKind(email, deps.mailFrom);
  if (kind === 'report') return receiveReported(deps, scope, context, email);
  if (kind === 'loop') return answer('ignored', kind);
  const earlier = await findReceived(deps.db, scope.projectId, email);
  if (earlier) return answer('duplicate', kind, earlier);
  const found = await findMailboxes(deps, context, email);
  const mailbox = route ? route.mailbox : found.mailbox;
  const sender = chooseSender(email, {
    mailFrom: deps.mailFrom,
    trustReplyTo: (mailbox?.trustReplyTo ?? false) || (await isFromMailbox(deps, context, email)),
  });
  if (!sender) throw unreadable('has no sender that can be answered');
  const ownAddresses = new Set([...found.addresses, ...(route?.recipients ?? [])]);
  const authentication = route?.authentication ?? readAuthenticationResults(read, deps.trustedAuthserv);
  const arrival = { scope, context, email, sender, kind, authentication, mailbox, ownAddresses };
  const thread = await resolveThread(deps, arrival);
  const member = await findAnsweringMember(deps, scope.projectId, { email, authentication, thread });
  // Who is away answers notices by machine; the ticket is not about that.
  if (member && isMachine(kind)) return answer('ignored', kind);
  if (!member && thread?.contact?.blocked) return ignoredBlocked;
  const delivery = { ...arrival, member };
  if (!thread && answersAutomatically(email)) return answer('ignored', kind);
  const answered = await deliverWithFiles(deps, delivery, thread);
  if (!route && mailbox) await noteReceived(deps, context, mailbox);
  return answered;
};

/** The mail is durable, so that the time of the last one is all that a failure loses. */
const noteReceived = async (
  { mailboxes, log }: Pick<Deps, 'mailboxes' | 'log'>,
  context: CallContext,
  { id: mailboxId }: MailRouteMailbox,
): Promise<void> => {
  await mailboxes.noteReceived({ mailboxId }, context).catch((error: unknown) => {
    log.warn({ err: error, mailboxId }, 'A received mail was not noted at its mailbox');
  });
};

/**
 * Receives a mail, once per Message-ID. It becomes a message of the ticket that it answers, or of a new one. An automatic answer is
 * a note and opens no ticket. Only some mails at a time: each needs several times its size in memory.
 */
export const receiveEmail = (
  deps: Deps,
  request: ReceiveEmailRequest,
  context: CallContext,
  route?: MailRoute,
): Promise<ReceiveEmailResponse> => deps.inboundTurns.add(() => receive(deps, request, context, route));
