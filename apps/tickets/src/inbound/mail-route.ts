import type { MailAuthentication } from '@parley/inbound-mail';

/** How a mail came that was not posted: by a mailbox, or to a reply address. */
export interface MailRoute {
  /** Addresses of this project that the sending server named. */
  recipients: readonly string[];
  mailbox?: MailRouteMailbox | undefined;
  /** Whether its sender is genuine; undefined when another server verified that. */
  authentication?: MailAuthentication | undefined;
}

/** The mailbox that got a mail. */
export interface MailRouteMailbox {
  id: string;
  address: string;
  /** Team that a new ticket goes to. */
  team?: string | undefined;
  /** Whether the sender is who Reply-To names. */
  trustReplyTo?: boolean;
}
