import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps what it gets. */
export interface Inbox {
  url: string;
  mails: Email[];
  /** Mails to an address, in the order they came. */
  to(address: string): Email[];
  /** Mails that went to an address, in a header or not. */
  for(address: string): Email[];
  /** The next answers to recipients, by address: undefined takes it, `drop` ends the connection. The last one stays. */
  answers: Map<string, (string | undefined)[]>;
  close(): Promise<void>;
}

/** A refusal such as `550 5.1.1 No such user`. */
const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** Opens a server; with `delay` it accepts each mail only after so many milliseconds. */
export const openInbox = async ({ delay = 0 }: { delay?: number } = {}): Promise<Inbox> => {
  const mails: Email[] = [];
  const recipients = new Map<Email, string[]>();
  const answers: Inbox['answers'] = new Map();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const left = answers.get(address) ?? [];
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer === 'drop') for (const socket of sockets) socket.destroy();
      else done(answer === undefined ? null : refusal(answer));
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            mails.push(mail);
            recipients.set(
              mail,
              envelope.rcptTo.map(({ address }) => address),
            );
            setTimeout(done, delay);
          },
          (error: unknown) => done(error as Error),
        );
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answers,
    to: (address) => mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address)),
    for: (address) => mails.filter((mail) => recipients.get(mail)?.includes(address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
