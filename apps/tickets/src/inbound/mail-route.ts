/** How a mail came that was not posted: by a mailbox, or to a reply address. */
export interface MailRoute {
  /** Addresses of this project that the sending server named. */
  recipients: readonly string[];
  mailbox?: MailRouteMailbox | undefined;
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
