import { connect } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A mail as a server hands it in. */
export interface HandedIn {
  from: string;
  to: string[];
  data: string | Buffer;
  /** Whether its size is announced; it is unless said otherwise. */
  saysSize?: boolean;
  /** The address that a proxy passes on (PROXY protocol). */
  proxied?: string;
  /** Gets the answers to recipients that were refused beside others that were not. */
  refused?: string[];
}

interface Failure extends Error {
  response?: string;
}

/** Hands a mail to an SMTP server of this machine and answers what it said last. Fails with the server's answer when it refuses. */
export const sendBySmtp = (
  port: number,
  { from, to, data, saysSize = true, proxied, refused }: HandedIn,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = proxied === undefined ? undefined : connect(port, '127.0.0.1');
    socket?.write(`PROXY TCP4 ${proxied} 127.0.0.1 4711 25\r\n`);
    const connection = new SMTPConnection({
      ...(socket ? { connection: socket } : { host: '127.0.0.1', port }),
      secure: false,
      ignoreTLS: true,
    });
    const fail = (error: Failure): void => {
      connection.close();
      reject(new Error(error.response ?? error.message));
    };
    connection.on('error', fail);
    connection.connect(() => {
      const envelope = { from, to, ...(saysSize && { size: data.length }) };
      connection.send(envelope, data, (error, info) => {
        if (error) return fail(error);
        refused?.push(...(info.rejectedErrors ?? []).map((one) => (one as Failure).response ?? ''));
        connection.quit();
        resolve(info.response);
      });
    });
  });
