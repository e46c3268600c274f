import type { ReceivedEmail } from '@parley/inbound-mail';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { MailRouteMailbox } from './mail-route';

/** The addresses of a mail that are mailboxes of this installation. */
export interface FoundMailboxes {
  /** The project's own that got the mail. */
  mailbox: MailRouteMailbox | undefined;
  /** Those of any project. */
  addresses: ReadonlySet<string>;
}

/**
 * Asks the mail service for the mailboxes that a mail names. Those that servers noted come before those that its writer named.
 *
 * @throws DomainError `unavailable` while the mail service is away, so that the mail is sent again.
 */
export const findMailboxes = async (
  { mailboxes }: Pick<Deps, 'mailboxes'>,
  context: CallContext,
  { delivered, recipients }: Pick<ReceivedEmail, 'delivered' | 'recipients'>,
): Promise<FoundMailboxes> => {
  const named = [...new Set([...delivered, ...recipients])];
  const { mailbox, addresses } = await mailboxes.findMailboxes({ addresses: named }, context);
  return { mailbox, addresses: new Set(addresses) };
};

/** Whether a mail with an address to answer to came in the name of a mailbox of this installation, as those of forms in the web. */
export const isFromMailbox = async (
  { mailboxes }: Pick<Deps, 'mailboxes'>,
  context: CallContext,
  { from, replyTo }: Pick<ReceivedEmail, 'from' | 'replyTo'>,
): Promise<boolean> => {
  if (!from || replyTo.length === 0) return false;
  const { addresses } = await mailboxes.findMailboxes({ addresses: [from.address] }, context);
  return addresses.length > 0;
};
