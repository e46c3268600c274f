import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Email, default as PostalMime } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it. */
export interface Received {
  recipients: string[];
  /** Sender of the envelope. */
  sender: string;
  raw: string;
  mail: Email;
}

/** A real SMTP server that keeps what it takes. */
export interface SmtpInbox {
  url: string;
  received: Received[];
  /** Answers to the next recipients and contents: an SMTP code refuses, undefined takes; the last one stays. */
  answers: { recipient: (number | undefined)[]; content: (number | undefined)[] };
  /** Called before each mail is taken; the server answers when it resolves. */
  beforeTaking: (received: Received) => Promise<void> | void;
  close(): Promise<void>;
}

const refusal = (responseCode: number): Error =>
  Object.assign(new Error(`refused with ${responseCode}`), { responseCode });

const next = (answers: (number | undefined)[]): number | undefined =>
  answers.length > 1 ? answers.shift() : answers[0];

/** Starts a server on a free port. With `account`, it demands that user name and password. */
export const startSmtpInbox = async (account?: { user: string; pass: string }): Promise<SmtpInbox> => {
  const server = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(refusal(535)),
    onRcptTo: (_, __, done) => {
      const code = next(inbox.answers.recipient);
      done(code ? refusal(code) : null);
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const raw = await buffer(stream);
        const received = {
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          sender: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          raw: raw.toString('latin1'),
          mail: await PostalMime.parse(raw),
        };
        await inbox.beforeTaking(received);
        const code = next(inbox.answers.content);
        if (code) return done(refusal(code));
        inbox.received.push(received);
        done(null);
      };
      take().catch(done);
    },
  });
  // Clients that hang up in the middle are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const login = account ? `${account.user}:${account.pass}@` : '';
  const inbox: SmtpInbox = {
    url: `smtp://${login}127.0.0.1:${port}`,
    received: [],
    answers: { recipient: [], content: [] },
    beforeTaking: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return inbox;
};
