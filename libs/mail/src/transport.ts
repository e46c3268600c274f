import type { Mail } from './mail';

/** Sends mail. */
export interface MailTransport {
  /**
   * Resolves when the mail has been taken over, with the recipients that were refused.
   *
   * @throws MailDeliveryError when it was not, or the result is unknown; `permanent` is true when a retry is useless.
   * @throws DomainError `invalid` for a mail that `prepareMail` refuses.
   */
  send(mail: Mail): Promise<readonly RefusedRecipient[] | void>;
  /** Deletes mails by their message ids where the transport keeps sent mails. Unknown ones have no effect. */
  erase?(messageIds: readonly string[]): Promise<void>;
  /** Rejects when mail cannot be sent at present. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/** A recipient that a server refused by itself. */
export interface RefusedRecipient {
  address: string;
  /** Whether another attempt is of no use. */
  permanent: boolean;
  /** The server's answer. */
  message: string;
}

/** Details of a failure besides its message. */
export interface DeliveryFailure {
  /** Whether the mail will never be taken: a 5xx answer to its sender, recipient or content. */
  permanent: boolean;
  /** Stable and without personal data, e.g. `EENVELOPE 550` or `ENOSPC`. */
  code: string;
  /** The server's lasting refusal of this recipient: there is no such mailbox. */
  badRecipient?: boolean;
  /** Status code of RFC 3463 in the server's answer, e.g. `5.1.1`. */
  status?: string | undefined;
  /** The recipients with their own answers, when none was taken. */
  refused?: readonly RefusedRecipient[];
  cause?: unknown;
}

/** A mail was not sent. The message may name the recipient: it belongs into the queue and not into a log. */
export class MailDeliveryError extends Error {
  override readonly name = 'MailDeliveryError';
  readonly permanent: boolean;
  readonly code: string;
  readonly badRecipient: boolean;
  readonly status: string | undefined;
  readonly refused: readonly RefusedRecipient[];

  constructor(message: string, failure: DeliveryFailure) {
    const { permanent, code, badRecipient = false, status, refused = [], cause } = failure;
    super(message, { cause });
    this.permanent = permanent;
    this.code = code;
    this.badRecipient = badRecipient;
    this.status = status;
    this.refused = refused;
  }

  /** Whether a server answered; otherwise none was reached, or it fell silent. */
  get isAnswer(): boolean {
    return /(?:^| )[45]\d\d$/.test(this.code);
  }
}
