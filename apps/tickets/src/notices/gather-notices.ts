import { emailDomain } from '@parley/addresses';
import type { Gathered, Mail, TakenMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Brands, FindSender } from '../mails';
import type { Cause, NoticeKind } from './causes';
import { buildTicketLink, type NoticePlace } from './notice';
import { dropNotices, findNoticed, type NoticedTicket } from './notice.store';
import { chooseNoticeTexts } from './notice-texts';
import { findWaiting } from './waiting.store';
import { writeNotice } from './write-notice';

/** Attempts of a mail in which a failed question who has the ticket open makes it wait. */
const MOST_QUESTIONS = 3;

/** The notice of a queued mail. */
export type QueuedNotice = NoticePlace & Pick<Cause, 'kind' | 'messageId' | 'teamId' | 'actor'>;

export type NoticeMailDeps = Pick<Deps, 'noticeDirectory' | 'realtime' | 'publicUrl'> & {
  db: Sql;
  brands: Brands;
  findSender: FindSender;
  mailFrom: string;
  /** Domain at which reply addresses are received; undefined when none is set. */
  inboundDomain: string | undefined;
};

/**
 * The content of a mail with notices when it leaves: all that wait for the person about the ticket. Undefined when the ticket is deleted,
 * when the person has it open at this moment or wrote there since, is no member any more, or wants no such mail any more; then none of them leaves.
 */
export const gatherNotices =
  (deps: NoticeMailDeps) =>
  async ({ id, projectId, aggregateId, mail, attempts }: TakenMail): Promise<Gathered | undefined> => {
    const { db, brands, publicUrl } = deps;
    const waiting = await findWaiting(db, { projectId, queue: aggregateId ?? '', id });
    const others = waiting.flatMap((one) => (one.id === id ? [] : [one.id]));
    const { ticketId, userId } = mail.notice as unknown as QueuedNotice;
    const place = { projectId, ticketId, userId };
    const notices = waiting.flatMap(({ notice, isAnswered }) => (isAnswered ? [] : [notice]));
    const to = await findAddress(deps, place, notices);
    const said = to ? await findSaid(deps, place, notices, to.kinds) : [];
    const [ticket] = said;
    if (!to || !ticket || (await isViewing(deps, place, { ...ticket, attempts }))) {
      await dropNotices(db, others);
      return undefined;
    }
    const brand = await brands(projectId);
    const texts = chooseNoticeTexts(brand.language);
    const written = writeNotice(texts, said, {
      brand: { ...brand, language: texts.language },
      link: buildTicketLink(publicUrl, place),
    });
    return {
      mail: {
        ...mail,
        ...written,
        from: { address: mail.from.address, name: brand.name ?? 'Parley' },
        to: { address: to.address },
        headers: { ...mail.headers, 'Reply-To': await buildReplyAddress(deps, place, ticket, mail) },
      },
      together: others,
    };
  };

/** The person's address, and the kinds that are to be mailed. Asked for when a mail leaves: both may have changed since. */
const findAddress = async (
  { noticeDirectory }: NoticeMailDeps,
  { projectId, userId }: NoticePlace & { projectId: string },
  notices: readonly QueuedNotice[],
): Promise<{ address: string; kinds: ReadonlySet<NoticeKind> } | undefined> => {
  const kinds = new Set<NoticeKind>();
  let address: string | undefined;
  for (const kind of new Set(notices.map((one) => one.kind))) {
    const { recipients } = await noticeDirectory.getNoticeRecipients(
      { projectId, kind, userIds: [userId], teamId: undefined },
      systemContext('notices', { projectId }),
    );
    const [recipient] = recipients;
    if (!recipient?.email) continue;
    kinds.add(kind);
    address = recipient.member?.email;
  }
  return address === undefined ? undefined : { address, kinds };
};

/** The notices that are still worth a mail. */
const findSaid = async (
  { db }: NoticeMailDeps,
  { projectId, ticketId }: NoticePlace & { projectId: string },
  notices: readonly QueuedNotice[],
  kinds: ReadonlySet<NoticeKind>,
): Promise<NoticedTicket[]> => {
  const causes = notices.filter(({ kind }) => kinds.has(kind));
  return (await findNoticed(db, { projectId, ticketId, causes })).filter(({ isGone }) => !isGone);
};

const isViewing = async (
  { realtime }: NoticeMailDeps,
  { projectId, ticketId, userId }: NoticePlace & { projectId: string },
  { organisationId, attempts }: Pick<NoticedTicket, 'organisationId'> & { attempts: number },
): Promise<boolean> => {
  try {
    const { viewers } = await realtime.listTicketViewers(
      { ticketIds: [ticketId] },
      systemContext('notices', { projectId, organisationId }),
    );
    return viewers.some(({ users }) => users.some(({ id }) => id === userId));
  } catch (error) {
    // Without live connections for a minute nothing is read in the page.
    if (attempts < MOST_QUESTIONS) throw error;
    return false;
  }
};

/** The address to answer to: at the ticket's mailbox if that receives such addresses, as mails to contacts have it. */
const buildReplyAddress = async (
  { findSender, inboundDomain }: NoticeMailDeps,
  { projectId, ticketId }: NoticePlace & { projectId: string },
  { organisationId, mailboxId, mailToken }: NoticedTicket,
  { from }: Mail,
): Promise<string> => {
  const sender = await findSender({ projectId, organisationId }, mailboxId ?? undefined);
  const domain = sender?.takesReplies ? emailDomain(sender.address) : inboundDomain;
  return `reply+${ticketId}.${mailToken}@${domain ?? emailDomain(from.address)}`;
};
