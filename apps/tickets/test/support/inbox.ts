import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps what it gets. */
export interface Inbox {
  url: string;
  mails: Email[];
  /** Mails to an address, in the order they came. */
  to(address: string): Email[];
  close(): Promise<void>;
}

/** Opens a server; with `delay` it accepts each mail only after so many milliseconds. */
export const openInbox = async ({ delay = 0 }: { delay?: number } = {}): Promise<Inbox> => {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            mails.push(mail);
            setTimeout(done, delay);
          },
          (error: unknown) => done(error as Error),
        );
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to: (address) => mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
