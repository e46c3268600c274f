import { createTransport } from 'nodemailer';
import { compose } from './compose';
import type { Mail } from './mail';
import { isBadRecipient, isLasting, type SmtpFailure, readStatus } from './smtp-failure';
import { MailDeliveryError, type MailTransport } from './transport';

/** Settings of the SMTP transport. */
export interface SmtpTransportOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; Nodemailer's options may follow as a query, e.g. `?ignoreTLS=true`. */
  url: string;
  /** Most connections at a time; default 5. */
  maxConnections?: number;
  /** Milliseconds after which one mail is given up; default 45,000. Has to be shorter than the worker's lease. */
  sendTimeout?: number;
}

/** Sends over a pool of SMTP connections. */
export const createSmtpTransport = (options: SmtpTransportOptions): MailTransport => {
  const transporter = createTransport({
    url: options.url,
    pool: true,
    maxConnections: options.maxConnections ?? 5,
    // The queue decides about another attempt.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });

  return {
    send: async (mail: Mail) => {
      const message = compose(mail);
      try {
        await transporter.sendMail({
          ...message,
          signal: AbortSignal.timeout(options.sendTimeout ?? 45_000),
        });
      } catch (error) {
        const failure = error as SmtpFailure;
        throw new MailDeliveryError(failure.message ?? 'The mail was not sent.', {
          permanent: isLasting(failure),
          badRecipient: isBadRecipient(failure),
          status: readStatus(failure),
          code: [failure.code, failure.responseCode].filter(Boolean).join(' '),
          cause: error,
        });
      }
    },
    health: async () => {
      await transporter.verify();
    },
    close: async () => {
      transporter.close();
    },
  };
};
