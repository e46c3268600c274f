import { createLocalCache } from '@parley/cache';
import { type Mail, type MailAddress, MailDeliveryError, type MailTransport } from '@parley/mail';
import type {
  MailboxSender,
  MailboxSenderServiceDefinition,
} from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import { type Client, systemContext } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';

/** Milliseconds that a mailbox is cached. */
const BELIEF_MS = 10_000;
const MAX_MAILBOXES = 10_000;
/** Milliseconds for a mail: longer than its server may take, so that its answer is known, and shorter than the lease of the job. */
const SEND_MS = 50_000;

/** The mail service, as tickets use it. */
export type SenderClient = Pick<Client<typeof MailboxSenderServiceDefinition>, 'findSender' | 'sendMail'>;

/** The project and the organisation of a mail. */
export interface MailOwner {
  projectId: string;
  organisationId: string;
}

/** The mailbox that a ticket's mail leaves from; undefined for the installation's own address. */
export type FindSender = (
  owner: MailOwner,
  mailboxId: string | undefined,
) => Promise<MailboxSender | undefined>;

/**
 * Asks the mail service, at most once in 10 s for a mailbox. While it is away, the mail of a ticket with a mailbox waits, and any other
 * leaves from the installation's address.
 */
export const createFindSender = (
  mail: Pick<SenderClient, 'findSender'>,
  log: Pick<Logger, 'warn'>,
): FindSender => {
  const senders = createLocalCache<{ sender: MailboxSender | undefined }>({
    max: MAX_MAILBOXES,
    ttlMs: BELIEF_MS,
  });
  const load = async (
    owner: MailOwner,
    mailboxId: string | undefined,
  ): Promise<MailboxSender | undefined> => {
    const { sender } = await senders.getOrLoad(`${owner.projectId} ${mailboxId ?? ''}`, async () => {
      const found = await mail.findSender({ mailboxId }, systemContext('mails', owner));
      return { sender: found.sender };
    });
    return sender;
  };
  return async (owner, mailboxId) => {
    try {
      return await load(owner, mailboxId);
    } catch (error) {
      if (mailboxId !== undefined) throw error;
      log.warn({ err: error, projectId: owner.projectId }, 'A mail leaves without asking for a mailbox');
      return undefined;
    }
  };
};

/** Sends the mails of mailboxes with a server of their own by the mail service, and all others by the installation's server. */
export const createMailboxTransport = (
  own: MailTransport,
  mail: Pick<SenderClient, 'sendMail'>,
): MailTransport => ({
  send: async (one) => {
    if (!one.by) return own.send(one);
    const { id: mailboxId, ...owner } = one.by;
    const context = { ...systemContext('mails', owner), deadline: Date.now() + SEND_MS };
    const { failure, refused } = await mail.sendMail(toRequest(one, mailboxId), context);
    if (failure) throw new MailDeliveryError(failure.message, { ...failure, refused });
    return refused;
  },
  erase: (messageIds) => own.erase?.(messageIds) ?? Promise.resolve(),
  health: () => own.health(),
  close: () => own.close(),
});

const toRequest = (
  {
    by: _,
    from,
    to,
    moreTo = [],
    cc = [],
    bcc = [],
    only = [],
    references = [],
    headers = {},
    files = [],
    date,
    notice: _notice,
    ...mail
  }: Mail,
  mailboxId: string,
) => ({
  mailboxId,
  messageId: mail.messageId,
  from: toPerson(from),
  to: toPerson(to),
  moreTo: moreTo.map(toPerson),
  cc: cc.map(toPerson),
  bcc: bcc.map(toPerson),
  only,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  files,
  inReplyTo: mail.inReplyTo,
  references,
  headers,
  date: date?.toISOString(),
});

const toPerson = (one: MailAddress): { address: string; name: string | undefined } => ({
  name: undefined,
  ...one,
});
