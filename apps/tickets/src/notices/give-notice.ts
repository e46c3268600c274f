import { emailDomain } from '@parley/addresses';
import { eventRow } from '@parley/events';
import { defineJob, type Doer } from '@parley/jobs';
import { enqueueMail } from '@parley/mail';
import { runTransaction, type Sql } from '@parley/persistence';
import type { NoticeRecipient } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import { eventHeaders, systemContext } from '@parley/rpc';
import { appendRows } from '../core';
import type { Deps } from '../deps';
import type { Brands } from '../mails';
import type { Cause } from './causes';
import { findNoticed, type NoticedTicket } from './notice.store';
import { buildTicketLink, toNoticeId, toNoticeQueue } from './notice';
import { chooseNoticeTexts, describeNotice, titleTicket } from './notice-texts';

/** Gives notice of one event to the people who want it. Its key is the id of the event. */
export const noticeJob = defineJob<Cause>({ name: 'notices', concurrency: 4 });

type NoticeDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'noticeDirectory'
  | 'mailFrom'
  | 'publicUrl'
  | 'noticeMailDelaySeconds'
  | 'wakeEvents'
  | 'references'
> & { brands: Brands };

/** Characters of a message that a push notification shows. */
const PUSHED_CHARACTERS = 100;

/**
 * Queues a mail for each person who wants a kind of notice by mail, and emits one event for those who want it pushed, with the end of the
 * job in one transaction.
 */
export const createNoticeGiver = (deps: NoticeDeps): Doer<Cause> => ({
  handle: async (cause, task) => {
    const { db, noticeDirectory, references, wakeEvents } = deps;
    const { projectId, key: eventId } = task;
    const { kind, ticketId, userIds, teamId, actor } = cause;
    const { recipients } = await noticeDirectory.getNoticeRecipients(
      { projectId, kind, userIds: [...userIds], teamId },
      systemContext('notices', { projectId }),
    );
    // Keeps a copy of the name, which the texts show.
    if (actor?.type === 'user' && actor.id !== undefined)
      await references.members(systemContext('notices', { projectId }), projectId, [actor.id]);
    const wanted = recipients.filter(({ member }) => member && member.id !== actor?.id);
    const [ticket] = wanted.length > 0 ? await findNoticed(db, { projectId, ticketId, causes: [cause] }) : [];
    if (!ticket) return undefined;
    const pushed = wanted.flatMap(({ member, push }) => (push && member ? [member.id] : []));
    const text = pushed.length > 0 ? await writePush(deps, projectId, ticket, cause) : undefined;
    await runTransaction(db, async (tx) => {
      for (const recipient of wanted)
        if (recipient.email) await queueMail(deps, tx, { projectId, eventId, cause, recipient });
      if (text)
        await appendRows(tx, [noticeCreated({ projectId, ticketId }, { kind, userIds: pushed, ...text })]);
      await task.end(tx);
    });
    wakeEvents();
    return 'ended';
  },
});

const queueMail = async (
  { clock, mailFrom, noticeMailDelaySeconds }: NoticeDeps,
  tx: Sql,
  {
    projectId,
    eventId,
    cause: { kind, ticketId, messageId, teamId, actor },
    recipient: { member },
  }: { projectId: string; eventId: string; cause: Cause; recipient: NoticeRecipient },
): Promise<void> => {
  if (!member) return;
  const { id: userId, email: address } = member;
  const notice = { ticketId, userId, kind, messageId, teamId, actor };
  await enqueueMail(tx, {
    id: toNoticeId({ ticketId, userId, eventId }),
    projectId,
    aggregateId: toNoticeQueue({ ticketId, userId }),
    sendAt: new Date(clock().getTime() + noticeMailDelaySeconds * 1_000),
    mail: {
      messageId: `notice.${eventId}.${userId}@${emailDomain(mailFrom)}`,
      from: { address: mailFrom },
      to: { address },
      subject: '',
      text: '',
      // Asks other programs not to answer (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      notice,
    },
  });
};

/** The texts of a push notification, in the language of the project. */
const writePush = async (
  { brands, publicUrl }: NoticeDeps,
  projectId: string,
  ticket: NoticedTicket,
  { ticketId }: Cause,
): Promise<{ title: string; text: string; url: string }> => {
  const texts = chooseNoticeTexts((await brands(projectId)).language);
  const { line, quote } = describeNotice(texts, ticket);
  const words =
    quote === undefined ? '' : [...quote.replaceAll(/\s+/g, ' ')].slice(0, PUSHED_CHARACTERS).join('');
  return {
    title: titleTicket(texts, ticket),
    text: `${line} ${words}`.trim().toWellFormed(),
    url: buildTicketLink(publicUrl, { projectId, ticketId }),
  };
};

const noticeCreated = (
  { projectId, ticketId }: { projectId: string; ticketId: string },
  payload: { kind: string; userIds: string[]; title: string; text: string; url: string },
) =>
  eventRow({
    subject: 'tickets.v1.notice.created',
    projectId,
    aggregateId: ticketId,
    payload,
    headers: eventHeaders(systemContext('notices', { projectId })),
  });
