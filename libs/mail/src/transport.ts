import { type Mail } from './mail';

/** Sends mail. */
export interface MailTransport {
  /**
   * Resolves when the mail has been taken over.
   *
   * @throws MailDeliveryError when it was not, or nobody knows; `permanent` tells whether trying again makes sense.
   * @throws DomainError `invalid` for a mail that `prepareMail` refuses.
   */
  send(mail: Mail): Promise<void>;
  /** Rejects when mail cannot be sent at present. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/** A mail was not sent. */
export class MailDeliveryError extends Error {
  override readonly name = 'MailDeliveryError';

  constructor(
    message: string,
    /** Whether the mail will never be taken: a 5xx answer to its sender, recipient or content. */
    readonly permanent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
