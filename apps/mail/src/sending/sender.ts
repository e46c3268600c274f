import { createSmtpTransport, type MailTransport } from '@parley/mail';
import type { Deps } from '../deps';
import { type MailboxRow, secretContext } from '../mailboxes';

/** What sends the mails of a mailbox. */
export type MailSender = Pick<MailTransport, 'send' | 'health' | 'close'>;

/**
 * The server by which a mailbox sends: its own, or that of the installation.
 *
 * @throws OutboundError for a host that may not be reached.
 */
export const openSender = async (
  { sealer, outbound, mail }: Pick<Deps, 'sealer' | 'outbound' | 'mail'>,
  { id, outgoing, outgoingSecret }: MailboxRow,
): Promise<MailSender> => {
  if (!outgoing)
    return { send: (one) => mail.send(one), health: () => mail.health(), close: async () => undefined };
  const { host, port, secure, user } = outgoing;
  const pass =
    outgoingSecret === null ? undefined : sealer.open(outgoingSecret, secretContext(id, 'outgoing'));
  return createSmtpTransport({
    url: {
      host: await outbound.resolveHost(host),
      servername: host,
      port,
      secure,
      ...(user !== undefined && pass !== undefined && { auth: { user, pass } }),
    },
    maxConnections: 1,
  });
};
