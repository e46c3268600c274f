import { createTransport } from 'nodemailer';
import { compose } from './compose';
import type { Mail } from './mail';
import {
  isBadRecipient,
  isLasting,
  type RecipientFailure,
  type SmtpFailure,
  readRefused,
  readStatus,
} from './smtp-failure';
import { MailDeliveryError, type MailTransport } from './transport';

/** A mail server and how to log in there. */
export interface SmtpServer {
  /** Address that is connected to. */
  host: string;
  /** Name that its certificate has to have. */
  servername: string;
  port: number;
  /** Whether the connection begins with TLS; otherwise STARTTLS is used where the server has it. */
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** Settings of the SMTP transport. */
export interface SmtpTransportOptions {
  /**
   * `smtp://user:password@host:port` or `smtps://…`, where Nodemailer's options may follow as a query, e.g. `?ignoreTLS=true`; or the
   * server.
   */
  url: string | SmtpServer;
  /** Most connections at a time; default 5. */
  maxConnections?: number;
  /** Milliseconds after which one mail is given up; default 45,000. Has to be shorter than the worker's lease. */
  sendTimeout?: number;
}

/** Sends over a pool of SMTP connections. */
export const createSmtpTransport = (options: SmtpTransportOptions): MailTransport => {
  const transporter = createTransport({
    ...readServer(options.url),
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
        const { rejectedErrors } = await transporter.sendMail({
          ...message,
          signal: AbortSignal.timeout(options.sendTimeout ?? 45_000),
        });
        return readRefused(rejectedErrors as RecipientFailure[] | undefined);
      } catch (error) {
        const failure = error as SmtpFailure & { rejectedErrors?: RecipientFailure[] };
        throw new MailDeliveryError(failure.message ?? 'The mail was not sent.', {
          permanent: isLasting(failure),
          badRecipient: isBadRecipient(failure),
          status: readStatus(failure),
          refused: readRefused(failure.rejectedErrors),
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

const readServer = (server: string | SmtpServer) => {
  if (typeof server === 'string') return { url: server };
  const { servername, ...rest } = server;
  return { ...rest, tls: { servername } };
};
