import { eventually } from '@parley/testing';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps what it gets. */
export interface Inbox {
  url: string;
  /** Mails to an address as they came, soft line breaks undone, oldest first. */
  mailsTo(address: string): string[];
  /** The 6-digit code in the `count`-th mail to an address that carries one; waits for it. */
  codeFor(address: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free port. */
export const startInbox = async (): Promise<Inbox> => {
  const mails: { to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        const unfolded = source.replaceAll('=\r\n', '');
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: unfolded });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string): string[] =>
    mails.filter(({ to }) => to.includes(address)).map(({ source }) => source);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo,
    codeFor: (address, count = 1) =>
      eventually(() => {
        const codes = mailsTo(address).flatMap((source) => /code is (\d{6})\./.exec(source)?.[1] ?? []);
        const code = codes[count - 1];
        if (!code) throw new Error(`${address} got ${codes.length} codes, not ${count}`);
        return code;
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
