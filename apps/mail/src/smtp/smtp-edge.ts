import { listenError, StartError } from '@parley/runtime';
import type { Logger } from '@parley/telemetry';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { authenticate } from '../authentication';
import type { MailConfig } from '../config';
import type { Deps } from '../deps';
import type { Delivery } from '../delivery';
import { createSession } from './session';
import { hasSmtpMailbox } from './receiving.store';

/** Milliseconds between two checks whether a mailbox needs the server. */
const LOOK_MS = 5_000;
/** Milliseconds that mails in flight may take when the process stops. */
const CLOSE_MS = 10_000;
/** Milliseconds of silence that end a connection. */
const SILENCE_MS = 60_000;
/** Largest mail, in bytes. */
export const MAX_MAIL_BYTES = 30 * 1024 * 1024;

/** The SMTP server of the installation. It listens while a mailbox of type smtp exists. */
export interface SmtpEdge {
  start(): void;
  stop(): Promise<void>;
  /** Checks whether a mailbox needs it, and begins to listen. */
  look(): Promise<void>;
  /** The port it listens at; undefined while it does not. */
  port(): number | undefined;
  /** Rejects when it should listen and cannot. */
  health(): Promise<void>;
}

type EdgeDeps = Pick<Deps, 'store'> & { log: Logger; delivery: Delivery };

export const createSmtpEdge = (deps: EdgeDeps, config: MailConfig): SmtpEdge => {
  let server: SMTPServer | undefined;
  let failure: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const listen = async (): Promise<void> => {
    const opened = new SMTPServer({
      ...readOptions(config),
      ...createSession(deps, (mime, client) =>
        authenticate({ dnsServers: config.mailDnsServers, name: config.mailName }, mime, client),
      ),
    });
    opened.on('error', (error) => deps.log.debug({ err: error }, 'A connection of the SMTP server failed'));
    const listening = once(opened.server, 'listening');
    opened.listen(config.mailPort, config.mailHost);
    await listening;
    server = opened;
    deps.log.info({ port: (opened.server.address() as AddressInfo).port }, 'The SMTP server listens');
  };
  const lookOnce = async (): Promise<void> => {
    try {
      if (server || !(await hasSmtpMailbox(deps.store))) return;
      await listen();
      failure = undefined;
    } catch (error) {
      const settings = { host: 'MAIL_HOST', port: 'MAIL_PORT' };
      const reason = listenError(error, config.mailHost, config.mailPort, settings) as Error;
      if (failure === undefined)
        deps.log.warn({ err: reason.message }, 'The SMTP server cannot listen; it is tried again');
      failure = reason;
    }
  };
  const look = (): Promise<void> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined;
    }));

  return {
    start: () => {
      void look();
      timer = setInterval(() => void look(), LOOK_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
      const closing = server;
      server = undefined;
      if (closing) await new Promise<void>((resolve) => closing.close(resolve));
    },
    look,
    port: () => (server?.server.address() as AddressInfo | null | undefined)?.port,
    health: () => (failure ? Promise.reject(failure) : Promise.resolve()),
  };
};

/** @throws StartError for one file of the certificate without the other: the server would offer no STARTTLS. */
export const demandWholeCertificate = ({
  mailTlsCert,
  mailTlsKey,
}: Pick<MailConfig, 'mailTlsCert' | 'mailTlsKey'>): void => {
  if ((mailTlsCert === undefined) !== (mailTlsKey === undefined))
    throw new StartError('MAIL_TLS_CERT and MAIL_TLS_KEY are only good together');
};

const readOptions = ({ mailName, mailProxies, mailTlsCert, mailTlsKey }: MailConfig): SMTPServerOptions => {
  const hasTls = mailTlsCert !== undefined && mailTlsKey !== undefined;
  return {
    name: mailName,
    banner: 'Parley',
    ...(mailProxies.length > 0 && { useProxy: [...mailProxies] }),
    size: MAX_MAIL_BYTES,
    // It takes mail for its own mailboxes only, so there is no login.
    authOptional: true,
    disabledCommands: hasTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    ...(hasTls && { cert: readFileSync(mailTlsCert), key: readFileSync(mailTlsKey) }),
  };
};
