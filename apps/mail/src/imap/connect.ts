import type { Outbound } from '@parley/outbound';
import { ImapFlow, type MailboxObject } from 'imapflow';
import type { Incoming } from '../mailboxes';

/** Milliseconds to connect, and to be greeted and logged in. */
const CONNECT_MS = 10_000;
/** Milliseconds of silence that end a connection; IDLE is renewed sooner. */
const SILENCE_MS = 120_000;
/** Milliseconds after which IDLE is renewed, and a look where the server has none. */
export const LOOK_MS = 60_000;
/** Largest mail that is fetched, in bytes. */
export const MAX_MAIL_BYTES = 30 * 1024 * 1024;

/**
 * Connects to the IMAP server of a mailbox and logs in.
 *
 * @throws OutboundError for a host that may not be reached; errors of the client.
 */
export const connectImap = async (
  outbound: Pick<Outbound, 'resolveHost'>,
  { host = '', port = 993, secure = true, user = '' }: Incoming,
  password: string,
): Promise<ImapFlow> => {
  const client = new ImapFlow({
    host: await outbound.resolveHost(host),
    port,
    secure,
    servername: host,
    auth: { user, pass: password },
    clientInfo: { name: 'Parley' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxIdleTime: LOOK_MS,
    maxLiteralSize: MAX_MAIL_BYTES + 1024 * 1024,
  });
  // Errors end the connection, which the call in hand says.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
};

/** Opens the folder of a mailbox. A refusal of the server has the code `NO_FOLDER`. */
export const openFolder = (
  client: ImapFlow,
  { folder = 'INBOX' }: Incoming,
  options: { readOnly?: boolean } = {},
): Promise<MailboxObject> =>
  client.mailboxOpen(folder, options).catch((error: unknown) => {
    const isRefused = (error as { responseStatus?: string }).responseStatus === 'NO';
    throw isRefused ? Object.assign(new Error('There is no such folder'), { code: 'NO_FOLDER' }) : error;
  });
